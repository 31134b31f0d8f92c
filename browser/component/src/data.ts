// The data of a board: a document, which may be JSON inside the element.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PageDocument, RecordJson, Zipped } from "./types";

/** The version of the documents that the component shows. */
const VERSION = 3;

type Board = HTMLElement & ReactiveControllerHost & { data: PageDocument | null };

/** Gives a board the JSON of the script inside it, which may come late and change, or else of its attribute `data`. */
export class Inside implements ReactiveController {
  #text: string | null = null;
  #observer = new MutationObserver(() => this.#read());

  constructor(private board: Board) {
    board.addController(this);
  }

  hostConnected() {
    this.#observer.observe(this.board, { childList: true, characterData: true, subtree: true });
    document.addEventListener("DOMContentLoaded", this.#read);
    this.#read();
  }

  hostDisconnected() {
    this.#observer.disconnect();
    document.removeEventListener("DOMContentLoaded", this.#read);
  }

  /** Reads the JSON; while a page is loading, it may be incomplete. */
  #read = () => {
    const { board } = this, text = (board.querySelector('script[type="application/json"]')?.textContent ?? board.getAttribute("data"))?.trim() || null;
    if (text === this.#text || (this.#text === null && board.data !== null)) return;
    const found = text === null ? null : parsed(text);
    if (found === undefined && document.readyState === "loading") return;
    this.#text = text;
    board.data = found === undefined ? ({} as PageDocument) : found;
  };
}

function parsed(text: string): PageDocument | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the records of a document; raises TypeError if it is not a document, or has none. */
export function recordsOf(data: PageDocument | null): (RecordJson | Zipped)[] {
  if (data === null || data === undefined) return [];
  const isRecord = (each: RecordJson | Zipped) => typeof each.label === "string" && ("zipped" in each || each.replay === null || Array.isArray(each.replay.rounds));
  if (data.board !== VERSION || !data.records?.length || !data.records.every(isRecord)) throw new TypeError(`expected {"board": ${VERSION}, "records": [{…}, …], …}`);
  return [...data.records];
}

/** Unzips a record. */
export async function unzipped({ zipped }: Zipped): Promise<RecordJson> {
  const bytes = Uint8Array.from(atob(zipped), (each) => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
