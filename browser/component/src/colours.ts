// The colours of the light and dark themes, shared with pictures: art.json.
import art from "../../art.json";

const each = Object.entries(art.colours).map(([name, colour]) => `--${name}: ${typeof colour === "string" ? colour : `light-dark(${colour.join(", ")})`};`);

export const colours = new CSSStyleSheet();
colours.replaceSync(`:host { color-scheme: light dark; ${each.join(" ")} }`);
