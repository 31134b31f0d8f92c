// The games with a drawn table; for others, the text in the document is shown.
import { html } from "lit";
import type { Table } from "../context";
import { goita } from "./goita";
import { leduc } from "./leduc";
import { mighty } from "./mighty";
import { planowanie } from "./planowanie";

const TABLES: Record<string, Table> = { goita, mighty, planowanie, leduc };

const text: Table = {
  seats: (position) => (position["returns"] ?? []).length,
  part: () => "",
  draw: (context) => html`<pre class="text" tabindex="0" dir="ltr">${context.text}</pre>`,
  action: (action) => html`<bdi>${action}</bdi>`,
  say: (action) => action,
};

export const tableOf = (game: string): Table => (Object.hasOwn(TABLES, game) ? TABLES[game] ?? text : text);
