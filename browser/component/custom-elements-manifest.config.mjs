// The manifest of the component for editors and documentation tools, without what is private.
export default {
  globs: ["src/element.ts", "src/index.ts"],
  outdir: "dist",
  litelement: true,
  plugins: [
    {
      name: "public",
      packageLinkPhase({ customElementsManifest: { modules } }) {
        for (const one of modules.flatMap(({ declarations }) => declarations)) {
          const hidden = new Set((one.members ?? []).filter(({ privacy }) => privacy && privacy !== "public").map(({ name }) => name));
          one.members = one.members?.filter(({ name }) => !hidden.has(name));
          one.attributes = one.attributes?.filter(({ fieldName }) => !hidden.has(fieldName));
          one.events = one.events?.filter(({ description }) => description);
        }
      },
    },
  ],
};
