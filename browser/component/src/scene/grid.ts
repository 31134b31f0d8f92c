// Draws a grid: a board of squares or of points, with things, labels and marks.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Clicks } from "../clicks";
import { drawing } from "./shapes";
import type { Speaker } from "./speaker";
import { labelsOf, placesOf, type Grid, type Mark } from "./types";

export const CELL = 40;
type At = [x: number, y: number];

export function gridBox(grid: Grid, speaker: Speaker, clicks: Clicks | null): TemplateResult {
  const { columns, lines, rows, heads = columns, sides = lines } = grid, wide = columns.length * CELL, high = lines.length * CELL;
  const names = placesOf(grid), labels = labelsOf(grid), at = new Map(names.map((name, index) => [name, centre(index, columns.length)]));
  const dark = new Set(names.filter((_, index) => isDark([...rows[Math.floor(index / columns.length)]!][index % columns.length]!, speaker)));
  const buttons = clicks?.grid() ?? null;
  const named = (index: number) => {
    const thing = [...rows[Math.floor(index / columns.length)]!][index % columns.length]!;
    return [labels[index], thing === "." ? "" : speaker.named(thing)].filter(Boolean).join(", ");
  };
  // Labels keep a readable size on large boards, which leave some of them out.
  const most = Math.max(columns.length, lines.length), size = Math.min(40, Math.max(15, 8 + 0.9 * most)), edge = 1.6 * size, each = most > 26 ? 2 : 1;
  const puts = buttons && clicks!.puts(), last = names.indexOf(grid.marks?.find(({ shape }) => shape === "circle")?.at[0] ?? "");
  const here = buttons ? clicks!.cursor(buttons, last) : -1;
  return html`<svg class="grid" part="grid" viewBox="${-edge} 0 ${wide + 2 * edge} ${high + 1.5 * size}" width=${Math.min(760, wide * 1.4 + 2 * edge)} role="group" aria-label=${buttons ? `${speaker.words.board}. ${speaker.words.gridKeys}` : speaker.words.board}>
    <rect class="wooden" width=${wide} height=${high} />
    ${grid.points ? points(grid, at) : squares(grid)}
    <g class="labels" font-size=${size}>${heads.map((text, index) => (index % each ? nothing : svg`<text x=${CELL * (index + 0.5)} y=${high + 1.15 * size}>${text}</text>`))}
      ${sides.map((text, index) => ((sides.length - 1 - index) % each ? nothing : svg`<text x=${-0.85 * size} y=${CELL * (index + 0.5) + size / 3}>${text}</text>`))}</g>
    ${rows.map((row, y) => [...row].map((thing, x) => (thing === "." ? nothing : svg`<g class=${grid.faded?.includes(names[y * columns.length + x]!) ? "faded" : ""} transform="translate(${x * CELL + 3} ${y * CELL}) scale(0.87)" role="img" aria-label=${named(y * columns.length + x)}>${drawing(speaker.shape(thing))}</g>`)))}
    ${rows.map((row, y) => [...row].map((thing, x) => numberOn(grid.numbers?.get(names[y * columns.length + x]!), thing, x, y, speaker)))}
    ${(grid.ghosts ?? []).map(([place, thing]) => at.has(place) ? svg`<g class="ghost" transform="translate(${at.get(place)![0] - 17} ${at.get(place)![1] - 20}) scale(0.87)">${drawing(speaker.shape(thing))}</g>` : nothing)}
    ${(grid.marks ?? []).map((each) => mark(each, at, dark))}
    ${puts ? svg`<g class="preview"><g transform="translate(-17 -20) scale(0.87)">${drawing(speaker.shape(puts))}</g></g>` : nothing}
    ${buttons?.map(({ state, press }, index) => {
      const [x, y] = centre(index, columns.length), act = (event: KeyboardEvent) => pressed(event, index, columns.length, press, clicks!.picks);
      return svg`<rect class="place ${state}" x=${x - CELL / 2} y=${y - CELL / 2} width=${CELL} height=${CELL} role="button" tabindex=${index === here ? 0 : -1} aria-pressed=${state === "picked" ? "true" : "false"} aria-label=${[named(index), state === "shut" ? speaker.words.shut : ""].filter(Boolean).join(", ")} @click=${press} @focus=${() => clicks!.stand(index)} @keydown=${act} @pointerenter=${state === "open" && puts ? preview(x, y) : nothing} />`;
    })}
  </svg>`;
}

/** Shows the thing that a click would put there. */
const preview = (x: number, y: number) => ({ target }: Event) => (target as Element).parentElement!.querySelector(".preview")!.setAttribute("transform", `translate(${x} ${y})`);

/** Handles a key on a place: Enter and Space click it, arrow keys, Home and End move to another one, and Escape leaves the grid, unless it takes back what is picked. */
function pressed(event: KeyboardEvent, index: number, wide: number, press: () => void, picks: boolean) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { key } = event, place = event.target as Element, x = index % wide;
  const way = { ArrowLeft: x ? -1 : 0, ArrowRight: x < wide - 1 ? 1 : 0, ArrowUp: -wide, ArrowDown: wide, Home: -x, End: wide - 1 - x }[key];
  if (key === "Enter" || key === " ") press();
  else if (key === "Escape" && !picks) place.closest<HTMLElement>(".playground")?.focus();
  else if (way !== undefined) place.parentElement!.querySelectorAll<SVGElement>(".place")[index + way]?.focus();
  else return;
  event.preventDefault();
}

const centre = (index: number, wide: number): At => [CELL * ((index % wide) + 0.5), CELL * (Math.floor(index / wide) + 0.5)];

function points({ columns, lines, stars = [] }: Grid, at: Map<string, At>) {
  const across = lines.map((_, y) => `M20 ${CELL * y + 20}h${CELL * (columns.length - 1)}`), down = columns.map((_, x) => `M${CELL * x + 20} 20v${CELL * (lines.length - 1)}`);
  return svg`<path class="rule" d=${[...across, ...down].join("")} />${stars.flatMap((each) => (at.has(each) ? [at.get(each)!] : [])).map(([x, y]) => svg`<circle class="star" cx=${x} cy=${y} r="4.5" />`)}`;
}

function squares({ columns, lines, checkered }: Grid) {
  if (checkered) return lines.map((_, y) => columns.map((_, x) => ((lines.length - y + x) % 2 ? svg`<rect class="dark" x=${x * CELL} y=${y * CELL} width=${CELL} height=${CELL} />` : nothing)));
  const across = lines.map((_, y) => `M0 ${y * CELL}h${columns.length * CELL}`), down = columns.map((_, x) => `M${x * CELL} 0v${lines.length * CELL}`);
  return svg`<path class="rule" d=${[...across, ...down].join("")} />`;
}

/** Returns whether a thing is a black stone. */
function isDark(thing: string, speaker: Speaker): boolean {
  const shape = thing === "." ? null : speaker.shape(thing);
  return shape?.is === "stone" && !shape.white;
}

/** Draws the number of a thing. */
function numberOn(number: number | undefined, thing: string, x: number, y: number, speaker: Speaker) {
  if (number === undefined || thing === ".") return nothing;
  return svg`<text class="number-on ${isDark(thing, speaker) ? "light" : ""}" x=${CELL * (x + 0.5)} y=${CELL * (y + 0.5) + 5.5} aria-hidden="true">${number}</text>`;
}

const kindOf = (colour: string) => `drawn ${["red", "blue", "green", "yellow", "black", "white"].includes(colour) ? colour : ""}`;

const PATHS: Record<string, string> = { area: "M-7-7h14v14h-14z", square: "M-10-10h20v20h-20z", triangle: "M0-11l10 18h-20z", cross: "M-10-10l20 20m0-20l-20 20" };

/** Draws a mark, or nothing if one of its places does not exist. */
function mark({ shape, at: names, colour = "", text = "" }: Mark, at: Map<string, At>, dark: Set<string>) {
  const places = names.flatMap((each) => (at.has(each) ? [at.get(each)!] : []));
  if (places.length < names.length) return nothing;
  const kind = kindOf(colour);
  if (shape === "arrow" || shape === "line") {
    const [x, y] = places[0]!, [toX, toY] = places.at(-1)!, turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
    return svg`<path class=${kind} transform="translate(${x} ${y}) rotate(${turn})" d="M0 0h${Math.hypot(toX - x, toY - y)}${shape === "arrow" ? "m-12-8l12 8l-12 8" : ""}" />`;
  }
  return places.map(([x, y], index) => {
    const kind = kindOf(colour || (shape !== "highlight" && dark.has(names[index]!) ? "white" : ""));
    const move = `translate(${x} ${y})`;
    if (shape === "label") return svg`<text class="${kind} named" x=${x} y=${y + 8}>${text}</text>`;
    if (shape in PATHS) return svg`<path class="${kind} ${shape}" transform=${move} d=${PATHS[shape]!} />`;
    if (shape === "highlight" || shape === "dim") return svg`<rect class="${kind} ${shape}" transform=${move} x=${-CELL / 2} y=${-CELL / 2} width=${CELL} height=${CELL} />`;
    return svg`<circle class="${kind} ${shape === "dot" ? "full" : ""}" cx=${x} cy=${y} r=${shape === "dot" ? 6 : 12} />`;
  });
}
