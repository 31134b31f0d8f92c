// Builds the component into one file: node build.mjs [TARGET]
import { build } from "esbuild";

await build({
  entryPoints: ["src/index.ts"],
  outfile: process.argv[2] ?? "../web/kifu-board.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  absWorkingDir: import.meta.dirname,
});
