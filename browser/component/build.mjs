// Builds the component and the studio's page, each as a single file: node build.mjs [studio]
// [TARGET]
import { readFile } from "node:fs/promises";
import { build, transform } from "esbuild";

const [first, ...rest] = process.argv.slice(2);
const board = ["src/index.ts", "../kifu-board.js"], studio = ["src/studio/index.ts", "../studio/kifu-studio.js"];
const all = first === "studio" ? [[studio[0], rest[0] ?? studio[1]]] : first ? [[board[0], first]] : [board, studio];

/** Minifies the style sheets in the sources, and leaves out the indentation of templates. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) => onLoad({ filter: /src\/.*\.ts$/ }, async ({ path }) => {
    const [first, ...rest] = (await readFile(path, "utf8")).split("css`");
    const parts = await Promise.all(rest.map(async (each) => {
      const end = each.indexOf("`"), { code } = await transform(each.slice(0, end), { loader: "css", minify: true, charset: "utf8" });
      return code.trim().replaceAll("\\", "\\\\") + each.slice(end);
    }));
    return { contents: [first, ...parts].join("css`").replace(/\n +(?=<|\$\{)/g, "\n"), loader: "ts" };
  }),
};

for (const [entry, outfile] of all) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    plugins: [styles],
    absWorkingDir: import.meta.dirname,
  });
}
