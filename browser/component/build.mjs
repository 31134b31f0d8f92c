// Builds the component and the studio's page, each as a single file: node build.mjs [studio]
// [TARGET]
import { build } from "esbuild";

const [first, ...rest] = process.argv.slice(2);
const board = ["src/index.ts", "../kifu-board.js"], studio = ["src/studio/index.ts", "../studio/kifu-studio.js"];
const all = first === "studio" ? [[studio[0], rest[0] ?? studio[1]]] : first ? [[board[0], first]] : [board, studio];

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
    absWorkingDir: import.meta.dirname,
  });
}
