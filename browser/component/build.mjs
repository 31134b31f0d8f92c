// Builds the component and the studio's page, each as a single file: node build.mjs [studio] [TARGET]
// Or the files of the npm package: node build.mjs package
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, transform } from "esbuild";
import { minify } from "terser";

const [first, ...rest] = process.argv.slice(2);
const board = ["src/index.ts", "../kifu-board.js"], studio = ["src/studio/index.ts", "../studio/kifu-studio.js"];
/** The script for pages, and the module for bundlers, which find lit themselves. */
const packed = [[board[0], "dist/kifu-board.min.js"], [board[0], "dist/kifu-board.js", { format: "esm", packages: "external", banner: {} }]];
const all = first === "package" ? packed : first === "studio" ? [[studio[0], rest[0] ?? studio[1]]] : first ? [[board[0], first]] : [board, studio];

/** Minifies the style sheets and templates in the sources. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) => onLoad({ filter: /src\/.*\.ts$/ }, async ({ path }) => {
    const [first, ...rest] = (await readFile(path, "utf8")).split("css`");
    const parts = await Promise.all(rest.map(async (each) => {
      const end = each.indexOf("`"), { code } = await transform(each.slice(0, end), { loader: "css", minify: true, charset: "utf8" });
      return code.trim().replaceAll("\\", "\\\\") + each.slice(end);
    }));
    // Indents in templates are not shown, nor are line breaks between elements.
    return { contents: [first, ...parts].join("css`").replace(/(?<=[>}`])\n +(?=<|\$\{)/g, "").replace(/\n +/g, "\n"), loader: "ts" };
  }),
};

/** What lit's module of style sheets does, without old browsers and checks of arguments. */
const sheets = {
  name: "sheets",
  setup: ({ onLoad }) => onLoad({ filter: /css-tag\.js$/ }, () => ({
    contents: `export const unsafeCSS = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet; };
      export const css = ([text]) => unsafeCSS(text), getCompatibleStyle = (sheet) => sheet;
      export const adoptStyles = (root, all) => { root.adoptedStyleSheets = all; };
      export class CSSResult {}
      export const supportsAdoptingStyleSheets = true;`,
  })),
};

/** What lit does for polyfills, servers and decorators, and its list of versions. */
const NEVER_USED = [
  [/[\w$]+\.\w+(?:Polyfill|Hydrate)Support/g, "(void 0)"],
  [/\([\w$]+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g, "0"],
  [/Symbol\.metadata\?\?=Symbol\("metadata"\),[\w$]+\.litPropertyMetadata\?\?=new WeakMap;/, ""],
  [/let ([\w$]+)=this\[Symbol\.metadata\];if\(\1!==null\)\{.*?elementProperties\.set\([\w$,]+\)\}/, ""],
];

/** Returns an object without nested ones: `ranks.A` is `A` in `ranks`. */
const flat = (words) => Object.fromEntries(Object.entries(words).flatMap(([key, word]) => (typeof word === "string" ? [[key, word]] : Object.entries(word).map(([each, text]) => [`${key}.${each}`, text]))));

/** Flattens words, and writes their keys once, not once per language. */
const words = {
  name: "words",
  setup: ({ onLoad }) => onLoad({ filter: /words\.json$/ }, async ({ path }) => {
    const all = Object.entries(JSON.parse(await readFile(path, "utf8"))).map(([language, its]) => [language, flat(its)]), keys = Object.keys(all[0][1]);
    const rows = all.map(([language, its]) => [language, ...keys.map((key) => its[key])]);
    return { contents: `export default Object.fromEntries(${JSON.stringify(rows)}.map(([language, ...words]) => [language, Object.fromEntries(${JSON.stringify(keys.join())}.split(",").map((key, at) => [key, words[at]]))]))` };
  }),
};

for (const [entry, outfile, other] of all) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: "/*! Contains lit: Copyright 2017-2021 Google LLC, SPDX-License-Identifier: BSD-3-Clause */" },
    plugins: [styles, sheets, words],
    absWorkingDir: import.meta.dirname,
    ...other,
  });
  const text = NEVER_USED.reduce((one, [part, instead]) => one.replace(part, instead), outputFiles[0].text);
  // Terser's files are 2 % smaller.
  const { code } = await minify(text, { ecma: 2022, module: other !== undefined, compress: { passes: 3, pure_getters: true, reduce_funcs: false, inline: 1 }, format: { comments: /^!/ } });
  const path = resolve(import.meta.dirname, outfile);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${code}\n`);
}
if (first === "package") {
  await copyFile("../../LICENSE", "dist/LICENSE");
  await nameModules("dist/types");
}

/** Names the modules that types import by their files, as Node's resolution requires. */
async function nameModules(folder) {
  for (const each of await readdir(folder, { recursive: true })) {
    const path = join(folder, each), file = (name) => (existsSync(join(dirname(path), `${name}.d.ts`)) ? `${name}.js` : `${name}/index.js`);
    if (!path.endsWith(".d.ts")) continue;
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(?<=(?:from |import\()")\.[^"]*(?<!\.js|\.json)(?=")/g, file));
  }
}
