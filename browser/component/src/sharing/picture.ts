// Pictures of a board, and files to download.

/** Returns an element of a board as an SVG picture: as it is on the screen, but in light colours. */
export function svgOf(element: HTMLElement, { adoptedStyleSheets, host }: ShadowRoot): string {
  const { offsetWidth: width, offsetHeight: height } = element, { className, lang } = element.closest<HTMLElement>(".root")!;
  // A picture is a window of another size, where media rules and grids would differ.
  const rules = adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).flatMap((rule) => (rule instanceof CSSMediaRule ? (matchMedia(rule.conditionText).matches ? [...rule.cssRules] : []) : rule));
  const grid = (element.querySelector(".grid") ?? element).getBoundingClientRect();
  const css = `${rules.map(({ cssText }) => cssText).join("").replaceAll(":host", ".host")}.root{padding:0;width:${width}px}.grid{max-height:none;width:${grid.width}px;height:${grid.height}px}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="${width}" height="${height}"><div xmlns="http://www.w3.org/1999/xhtml" class="host" style="color-scheme:light;width:${host.clientWidth}px"><style>${css}</style><div class="${className}" lang="${lang}">${new XMLSerializer().serializeToString(element)}</div></div></foreignObject></svg>`;
}

/** Returns an SVG picture as PNG, at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((found) => done(found!)));
}

/** Saves content to a file; the browser keeps it until the page is closed. */
export function download(name: string, content: BlobPart) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
}
