// The list of records on a page with many of them: players, date, result and errors, with search
// and a filter.
import { html, nothing, type TemplateResult } from "lit";
import { fill, type Words } from "./i18n";
import { endedIn } from "./notes";
import { Speaker } from "./scene/speaker";
import type { Looks } from "./scene/types";
import type { Index, RecordJson, Replay, Zipped } from "./types";

/** The number of records up to which a select box lists them. */
export const FEW_RECORDS = 10;
/** The maximum number of records drawn; a search finds the others. */
const MOST = 200;

/** A record in the list, in the reader's language. */
interface Entry {
  number: number;
  title: string;
  about: string[];
  result: string;
  wrong: number;
  searched: string;
}

type Filter = "all" | "wrong" | "right";

export class Collection {
  open = false;
  #query = "";
  #filter: Filter = "all";
  #entries: Entry[] = [];
  #made = "";
  #records: (RecordJson | Zipped)[] = [];
  /** What pages say about each record, kept after it has been unzipped. */
  #indices: (Index | null)[] = [];

  constructor(private readonly changed: () => void) {}

  /** Takes over the records of another document. */
  read(records: (RecordJson | Zipped)[]) {
    this.#records = records;
    this.#indices = records.map((each) => ("zipped" in each ? (each.index ?? null) : indexOf(each)));
    this.#made = "";
  }

  /** Draws the button that opens the list. */
  button(words: Words, number: number): TemplateResult {
    return html`<label><span>${words.record}</span><button class="wide" aria-haspopup="dialog" @click=${() => this.#turn(true)}>${number} / ${this.#records.length} ▾</button></label>`;
  }

  /** Draws the list, if it is open; without results if later moves are hidden. */
  dialog(words: Words, language: string, games: Record<string, Looks>, current: number, veiled: boolean, choose: (number: number) => void): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    const found = this.#found(language, games, veiled), close = (event: Event) => (event.target as Element).closest("dialog")?.close();
    const searched = (event: Event) => {
      this.#query = (event.target as HTMLInputElement).value;
      this.changed();
    };
    const filtered = (event: Event) => {
      this.#filter = (event.target as HTMLSelectElement).value as Filter;
      this.changed();
    };
    const chosen = (event: Event, number: number) => {
      close(event);
      choose(number);
    };
    const filters: [Filter, string][] = [["all", words.allRecords], ["wrong", words.withErrors], ["right", words.withoutErrors]];
    return html`<dialog class="collection" part="dialog" aria-label=${words.records} @close=${() => this.#turn(false)}>
      <div class="search"><label><span>${words.search}</span><input type="search" autofocus .value=${this.#query} @input=${searched} /></label>
        <label><span>${words.show}</span><select @change=${filtered}>${filters.map(([each, name]) => html`<option value=${each} .selected=${each === this.#filter}>${name}</option>`)}</select></label>
        <button class="wide" @click=${close}>${words.close}</button></div>
      <p class="caption" role="status">${found.length} / ${this.#records.length}</p>
      <ul>${found.slice(0, MOST).map((each) => html`<li><button class="entry" aria-current=${each.number === current ? "true" : "false"} @click=${(event: Event) => chosen(event, each.number)}>
        <b>${each.number}. <bdi>${each.title}</bdi></b>${each.wrong ? html` <span class="mark error">⚠ ${fill(words.errors, each.wrong)}</span>` : nothing}
        <span class="occasion">${[...each.about, each.result].map((part) => html`<bdi>${part}</bdi>`)}</span></button></li>`)}</ul>
      ${found.length > MOST ? html`<p class="caption">${fill(words.more, found.length - MOST)}</p>` : nothing}
    </dialog>`;
  }

  #turn(open: boolean) {
    this.open = open;
    this.changed();
  }

  /** Returns the records that the reader looks for: those in which each word of the search occurs, in results only if they are shown. */
  #found(language: string, games: Record<string, Looks>, veiled: boolean): Entry[] {
    if (this.#made !== language + veiled) this.#entries = this.#records.map((each, at) => entry(each.label, at + 1, this.#indices[at] ?? null, language, games, veiled));
    this.#made = language + veiled;
    const wanted = plain(this.#query).split(/\s+/).filter(Boolean);
    return this.#entries.filter(({ wrong, searched }) => (this.#filter === "all" || wrong > 0 === (this.#filter === "wrong")) && wanted.every((each) => searched.includes(each)));
  }
}

function entry(label: string, number: number, index: Index | null, language: string, games: Record<string, Looks>, veiled: boolean): Entry {
  const { game = "", players = null, date = "", event = "", ending, ended, wrong = 0 } = index ?? {};
  const replay = { game, players } as unknown as Replay, speaker = new Speaker(games[game] ?? {}, replay, language);
  const result = veiled ? "" : ending !== undefined ? speaker.say(ending) : ended ? endedIn(ended, replay, speaker.words) : "";
  const title = index?.title || label, about = [players?.join(" · ") ?? "", event === title ? "" : event, date].filter(Boolean);
  return { number, title, about, result, wrong, searched: plain([`${number}`, title, label, ...about, result].join(" ")) };
}

/** Returns a text in lower case without accents; ł has no decomposition in Unicode. */
const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

/** Returns what a list says about a record: like `index_of` in page.py. */
function indexOf({ replay, findings }: RecordJson): Index {
  const wrong = findings.filter(({ severity }) => severity === "error").length, line = replay?.rounds.at(-1);
  if (!replay) return { wrong };
  const { game, players, date, event, title } = replay, ending = line?.steps.at(-1)?.scene.ending?.at(-1);
  return { game, players, date, event, title: title ?? undefined, ending, ended: line?.ended, wrong };
}
