// What is open in the studio, and what can be done with it. Elements listen to `change`.
import { LANGUAGES, languageOf, type Words as BoardWords } from "../i18n";
import type { Place } from "../place";
import { addressed, addressOf } from "./address";
import { Api, Gone, Refusal } from "./api";
import { wordsOf, type Words } from "./i18n";
import { Programs } from "./programs";
import { sameMoment, Shown } from "./shown";
import type { Answer, Deal, Estimates, GameInfo, Levels, Moment, NewGame, Plan, Saved, Sheet, Start, Text, Wish } from "./types";

export type Side = "board" | "text" | "practice" | "programs";
export type Dialog = "new" | "open" | "save" | "name" | null;

const PAUSE = 80; // ms without a key before a text is sent
const RETRY = 2000;
const LANGUAGE = "kifu-language";

export class Studio extends EventTarget {
  start: Start = { sheets: [], levels: [], games: [], notations: [], told: [] };
  current: string | null = null;
  side: Side = "board";
  dialog: Dialog = null;
  /** What there is to say, in one line. */
  told = "";
  wrong = "";
  /** Whether the server has ended. */
  gone = false;
  tongue: string;
  readonly programs = new Programs(this);

  private shownSheets = new Map<string, Shown>();
  private queues = new Map<string, Promise<unknown>>();
  private timer = 0;

  constructor(private api: Api) {
    super();
    this.tongue = languageOf(localStorage.getItem(LANGUAGE) ?? navigator.language);
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  // What there is

  get words(): Words {
    return wordsOf(this.tongue);
  }

  get boardWords(): BoardWords {
    return LANGUAGES[this.tongue]!.words;
  }

  get sheets(): Sheet[] {
    return this.start.sheets;
  }

  /** The sheet that is shown, once it was fetched. */
  get shown(): Shown | null {
    return (this.current && this.shownSheets.get(this.current)) || null;
  }

  get game(): GameInfo | undefined {
    return this.start.games.find((each) => each.name === this.shown?.sheet.game);
  }

  set language(tag: string) {
    this.tongue = languageOf(tag);
    localStorage.setItem(LANGUAGE, this.tongue);
    this.changed();
  }

  // Saying what happens

  ask(dialog: Dialog) {
    this.dialog = dialog;
    this.wrong = "";
    this.changed();
  }

  turnTo(side: Side) {
    this.side = side;
    this.changed();
  }

  tell(text: string) {
    this.told = text;
    this.wrong = "";
    this.changed();
  }

  private fail(error: unknown) {
    if (error instanceof Gone) this.lose();
    else if (error instanceof Refusal) this.wrong = error.status === 401 || error.status === 403 ? this.words.otherToken : error.message;
    else throw error;
    this.changed();
  }

  /** Does something that may fail; then it is said why, and nothing comes of it. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private lose() {
    if (this.gone) return;
    this.gone = true;
    this.wrong = this.words.ended;
    window.setTimeout(() => this.retry(), RETRY);
  }

  private async retry() {
    this.gone = false;
    if (!(await this.attempt(() => this.begin()))) return;
    if (this.wrong === this.words.ended) this.tell(this.words.again);
    const { shown } = this;
    if (shown?.typed != null) this.write(shown.typed);
  }

  // Sheets

  open() {
    return this.attempt(() => this.begin());
  }

  /** Fetches what is open, and goes where the address says. */
  private async begin(): Promise<boolean> {
    this.start = await this.api.post<Start>("sheets");
    if (this.start.told.length) this.told = this.start.told.join(" ");
    const wanted = addressed(), is = (id: string | undefined) => this.sheets.some((each) => each.id === id);
    const id = [wanted?.sheet, this.current ?? undefined].find(is) ?? this.sheets.at(-1)?.id ?? null;
    if (id !== null) await this.select(id, wanted?.sheet === id ? wanted.place : null);
    this.changed();
    return true;
  }

  /** Where the address leads: a link was followed, or it was changed by hand. */
  async followAddress() {
    const wanted = addressed(), place = wanted?.place ?? null;
    if (!wanted || !this.sheets.some((each) => each.id === wanted.sheet)) return;
    await this.attempt(() => this.select(wanted.sheet, place));
  }

  async select(id: string, place: Place | null = null) {
    const before = this.shownSheets.get(id);
    this.current = id;
    const record = place?.record ?? before?.sheet.record ?? 1;
    await this.fetch(id, record, place?.round ?? before?.place.round ?? 1, place?.seat ?? before?.place.seat ?? null);
    const { shown } = this;
    if (shown && place) shown.place = { ...place, record: 1 };
    this.address();
    this.changed();
  }

  choose(id: string) {
    return this.attempt(() => this.select(id));
  }

  /** Another record of the sheet. */
  async turn(record: number) {
    const { shown } = this;
    if (!shown) return;
    const found = await this.attempt(() => this.fetch(shown.sheet.id, record, 1, null));
    if (found) this.go({ round: found.loaded, path: [], step: 0 });
  }

  private async fetch(id: string, record: number, round: number, view: number | null): Promise<Shown> {
    return this.take(await this.api.post<Answer>(`sheets/${id}/show`, { record, round, view }));
  }

  /** What was answered becomes what is shown; a new sheet comes to the front. */
  private take(answer: Answer, go = true): Shown {
    const { sheet } = answer, before = this.shownSheets.get(sheet.id);
    if (before) before.take(answer);
    else this.shownSheets.set(sheet.id, new Shown(answer));
    const known = this.sheets.some((each) => each.id === sheet.id);
    this.start.sheets = known ? this.sheets.map((each) => (each.id === sheet.id ? sheet : each)) : [...this.sheets, sheet];
    const shown = this.shownSheets.get(sheet.id)!;
    if (answer.place && go) shown.place = { ...shown.place, ...answer.place };
    this.changed();
    return shown;
  }

  private async fresh(work: () => Promise<Answer>): Promise<Shown | null> {
    const answer = await this.attempt(work);
    if (!answer) return null;
    this.current = answer.sheet.id;
    this.dialog = null;
    const shown = this.take(answer);
    this.address();
    this.tell(this.words.opened(answer.sheet.name));
    return shown;
  }

  async openFile(name: string, content: BodyInit) {
    await this.fresh(() => this.api.send<Answer>(`open?name=${encodeURIComponent(name)}`, content, "application/octet-stream"));
  }

  async newGame(game: NewGame) {
    if (await this.fresh(() => this.api.post<Answer>("new", game))) void this.programs.run();
  }

  async close(id: string) {
    const sheet = this.sheets.find((each) => each.id === id);
    if (!sheet) return;
    await this.settle(id);
    const done = await this.attempt(() => this.api.post(`sheets/${id}/close`));
    if (!done) return;
    const at = this.sheets.indexOf(sheet);
    this.start.sheets = this.sheets.filter((each) => each.id !== id);
    this.shownSheets.delete(id);
    if (this.current === id) {
      const next = this.sheets[Math.min(at, this.sheets.length - 1)];
      this.current = null;
      if (next) await this.choose(next.id);
      else history.replaceState(null, "", location.pathname + location.search);
    }
    this.tell(this.words.closed(sheet.name));
  }

  // The moment

  /** Goes to a moment; the board and the text follow. */
  go(moment: Partial<Moment>) {
    const { shown } = this;
    if (shown) this.moved({ ...shown.place, ...moment });
  }

  /** The board shows another moment. */
  moved(place: Place) {
    const { shown } = this;
    if (!shown) return;
    const before = shown.place;
    if (sameMoment(before, place) && before.seat === place.seat) return;
    if (!sameMoment(before, place)) shown.chosen = {};
    shown.place = place;
    this.address();
    this.complete(shown);
    this.changed();
  }

  /** Fetches what is to be shown and is not there: another round, or what a seat knew. */
  private complete(shown: Shown) {
    const { place, sheet } = shown;
    if (!shown.has(place)) void this.attempt(() => this.fetch(sheet.id, sheet.record, place.round, place.seat));
  }

  /** Goes to a ply, in a round that may have to be fetched. */
  async goToPly(round: number, path: number[], ply: number | null) {
    const { shown } = this;
    if (!shown) return;
    if (round !== shown.loaded) await this.attempt(() => this.fetch(shown.sheet.id, shown.sheet.record, round, shown.place.seat));
    const step = shown.stepOf(round, path, ply);
    if (step !== null && this.shown === shown) this.go({ round, path, step });
  }

  private address() {
    const { shown } = this;
    if (shown) history.replaceState(null, "", addressOf(shown.sheet.id, { ...shown.place, record: shown.sheet.record }));
  }

  // Changes

  /** One change of a sheet after another, since each needs the version that the last one made. */
  private queue<T>(id: string, work: () => Promise<T>): Promise<T> {
    const next = (this.queues.get(id) ?? Promise.resolve()).then(work, work);
    this.queues.set(id, next.catch(() => null));
    return next;
  }

  /** Waits until what was typed is part of the sheet. */
  private async settle(id: string) {
    const shown = this.shownSheets.get(id);
    if (shown?.typed != null) await this.send(shown);
    await this.queues.get(id);
  }

  /** Changes the sheet that is shown; null if that could not be done. */
  async change(call: string, body: object = {}, follows = () => true): Promise<Answer | null> {
    const { shown } = this;
    if (!shown) return null;
    const { id } = shown.sheet;
    await this.settle(id);
    return this.queue(id, () => this.attempt(() => this.post(shown, call, body, follows)));
  }

  private async post(shown: Shown, call: string, body: object, follows = () => true): Promise<Answer> {
    const { id, record, version } = shown.sheet;
    try {
      const answer = await this.api.post<Answer>(`sheets/${id}/${call}`, { version, record, ...body });
      this.wrong = "";
      const moved = answer.sheet.id !== id; // it is played on in a sheet of its own
      if (moved && this.current === id) this.current = answer.sheet.id;
      this.complete(this.take(answer, moved || follows()));
      if (answer.told) this.tell(answer.told);
      this.address();
      return answer;
    } catch (error) {
      if (error instanceof Refusal && error.stale) await this.freshen(shown, this.words.changedElsewhere);
      throw error;
    }
  }

  private async freshen(shown: Shown, why: string) {
    await this.fetch(shown.sheet.id, shown.sheet.record, shown.place.round, shown.place.seat);
    this.tell(why);
  }

  /** The text as it was typed; it is sent when no key was pressed for a moment. */
  write(text: string) {
    const { shown } = this;
    if (!shown) return;
    shown.typed = text;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(shown), PAUSE);
    this.changed();
  }

  private async send(shown: Shown) {
    window.clearTimeout(this.timer);
    await this.queue(shown.sheet.id, () => this.attempt(() => this.sendNow(shown)));
  }

  /** Sends what was typed; where the sheet was changed elsewhere, on top of that. */
  private async sendNow(shown: Shown) {
    const text = shown.typed;
    if (text === null) return;
    const body = { text, round: shown.place.round };
    try {
      await this.post(shown, "text", body);
    } catch (error) {
      if (!(error instanceof Refusal && error.stale)) throw error;
      await this.post(shown, "text", body);
      this.tell(this.words.putOnTop);
    }
    if (shown.typed === text) shown.typed = null;
    this.changed();
  }

  async undo(way: "undo" | "redo") {
    this.programs.stop();
    await this.change(way);
  }

  /** An action was chosen on the board. Where several choose at once, it waits for the others. */
  async play(player: number, action: string) {
    const { shown } = this, step = shown?.step;
    if (!shown || !step) return;
    const chosen = { ...shown.chosen, [player]: action }, all = { ...step.actions, ...chosen };
    const missing = step.actors.filter((seat) => !shown.isProgram(seat) && !(seat in all));
    if (missing.length) {
      shown.chosen = chosen;
      return this.changed();
    }
    if (await this.change("play", { place: shown.moment, actions: all })) await this.programs.run();
  }

  /** Takes a choice back that waits for others. */
  takeBack(player: number) {
    const { shown } = this;
    if (!shown) return;
    delete shown.chosen[player];
    this.changed();
  }

  /** The program that is due does one thing; the board follows if it may. */
  respond(place: Moment, follows: () => boolean) {
    return this.change("respond", { place }, follows);
  }

  async deal() {
    if (await this.change("deal")) await this.programs.run();
  }

  async line(line: string[]): Promise<boolean> {
    const { shown } = this;
    const done = shown && (await this.change("line", { place: shown.moment, line }));
    if (done) void this.programs.run();
    return !!done;
  }

  async remove() {
    const { shown } = this;
    if (!shown?.place.path.length) return;
    const { round, path } = shown.place;
    const answer = await this.change("delete", { round, path });
    if (answer && !answer.place) this.go({ path: path.slice(0, -1) });
  }

  async name(name: string) {
    const { shown } = this;
    if (shown && (await this.change("name", { round: shown.place.round, path: shown.place.path, name }))) this.dialog = null;
    this.changed();
  }

  async seat(seat: number | null, levels: Levels) {
    const { shown } = this;
    await this.change("seats", { seat, levels, round: shown?.place.round });
  }

  // Texts and files

  async texts(notation: string | null): Promise<Text | null> {
    const { shown } = this;
    if (!shown) return null;
    await this.settle(shown.sheet.id);
    return this.attempt(() => this.api.post<Text>(`sheets/${shown.sheet.id}/texts`, { record: shown.sheet.record, notation }));
  }

  /** Saves to a file. Where one is there already, gives its stamp, so that the person can be asked. */
  async save(number: number | null, notation: string | null, name: string, replace: string | null): Promise<Saved | { stamp: string; error: string } | null> {
    const { shown } = this;
    if (!shown) return null;
    const { id } = shown.sheet;
    await this.settle(id);
    return this.attempt(async () => {
      try {
        const body = { version: shown.sheet.version, record: shown.sheet.record, number, notation, name, replace };
        const saved = await this.api.post<Saved>(`sheets/${id}/save`, body);
        this.take({ ...shown.answer, sheet: { ...saved.sheet, record: shown.sheet.record }, place: null });
        this.tell(saved.lost.length ? this.words.savedWithout(saved.saved, saved.lost.join(", ")) : this.words.savedAs(saved.saved));
        return saved;
      } catch (error) {
        if (error instanceof Refusal && error.more["exists"]) return { stamp: error.more["stamp"], error: error.message };
        if (error instanceof Refusal && error.stale) await this.freshen(shown, this.words.changedElsewhere);
        throw error;
      }
    });
  }

  // What programs think

  private inquire<T>(call: string, body: object): Promise<T | null> {
    const { shown } = this;
    if (!shown) return Promise.resolve(null);
    const { id, version, record } = shown.sheet;
    return this.attempt(() => this.api.post<T>(`sheets/${id}/${call}`, { version, record, place: shown.moment, ...body }));
  }

  estimate(seat: number | null, playouts: number) {
    return this.inquire<Estimates>("estimate", { seat, lines: null, playouts });
  }

  propose(wish: Wish, playouts: number) {
    return this.inquire<{ plans: Plan[] }>("game/propose", { ...wish, playouts });
  }

  compose(deal: Deal, seed: string | null) {
    return this.change("game/compose", { round: this.shown?.place.round, hands: deal.hands, kitty: deal.kitty, seed });
  }

  rotate() {
    return this.change("game/rotate", { round: this.shown?.place.round, by: 1 });
  }
}
