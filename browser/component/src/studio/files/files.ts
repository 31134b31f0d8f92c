// Open, close, convert and save sheets.
import { Refusal } from "../api";
import type { Studio } from "../state";
import type { Answer, NewGame, Saved, Text } from "../types";

/** Shows the new sheet that a call returns. */
async function bring(studio: Studio, work: () => Promise<Answer>): Promise<boolean> {
  const answer = await studio.attempt(work);
  if (!answer) return false;
  studio.current = answer.sheet.id;
  studio.arriving = studio.dialog !== null;
  studio.dialog = null;
  studio.take(answer);
  studio.address();
  studio.others.send(null);
  studio.say(answer.notice ?? studio.words.opened(answer.sheet.name));
  return true;
}

export function openFile(studio: Studio, name: string, content: BodyInit): Promise<boolean> {
  return bring(studio, () => studio.api.send<Answer>(`open?name=${encodeURIComponent(name)}`, content, "application/octet-stream"));
}

export async function newGame(studio: Studio, game: NewGame) {
  if (await bring(studio, () => studio.api.post<Answer>("new", game))) await studio.programs.run();
}

export async function closeSheet(studio: Studio, id: string) {
  const at = studio.sheets.findIndex((each) => each.id === id), sheet = studio.sheets[at];
  if (!sheet) return;
  const shown = studio.at(id);
  if (shown) {
    studio.programs.callOff(shown);
    await studio.changes.settle(shown);
  }
  if (!(await studio.attempt(() => studio.api.post(`sheets/${id}/close`)))) return;
  studio.forget(id);
  if (studio.current === id) await studio.attempt(() => studio.front(studio.sheets[Math.min(at, studio.sheets.length - 1)]?.id));
  studio.others.send(null);
  studio.say(studio.words.closed(sheet.name));
}

/** Converts the text to another notation of its game. */
export const convert = (studio: Studio, notation: string) => studio.changes.make("convert", { notation });

/** Returns the record in a notation, and a list of losses. */
export async function textIn(studio: Studio, notation: string | null): Promise<Text | null> {
  const { shown } = studio;
  if (!shown) return null;
  await studio.changes.settle(shown);
  return studio.attempt(() => studio.api.post<Text>(`sheets/${shown.sheet.id}/texts`, { record: shown.sheet.record, notation }));
}

/** A file that already exists. */
export interface Exists {
  stamp: string;
  error: string;
}

/** Saves a record, or all of them, to a file. If the file already exists, the user must confirm. */
export async function save(studio: Studio, number: number | null, notation: string | null, name: string, replace: string | null): Promise<Saved | Exists | null> {
  const { shown } = studio;
  if (!shown) return null;
  await studio.changes.settle(shown);
  const { id, version, record } = shown.sheet;
  return studio.attempt(async () => {
    try {
      const saved = await studio.api.post<Saved>(`sheets/${id}/save`, { version, record, number, notation, name, replace });
      studio.take({ ...shown.answer, sheet: saved.sheet, place: null });
      studio.others.send({ id, version: saved.sheet.version });
      studio.say(saved.lost.length ? studio.words.savedWithout(saved.saved, saved.lost.join(", ")) : studio.words.savedAs(saved.saved));
      return saved;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.more["exists"]) return { stamp: error.more["stamp"], error: error.message };
      if (error.stale) await studio.refresh(shown);
      throw error;
    }
  });
}
