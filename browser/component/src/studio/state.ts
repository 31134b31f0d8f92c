// The state of the studio: the open sheets, the current one, and its moment. Elements listen to `change`.
import { remember, remembered } from "../autoplay";
import { nameOf } from "../names";
import { Speaker } from "../scene/speaker";
import { LANGUAGES, languageOf, type Words as BoardWords } from "../i18n";
import { OPENING } from "../lines";
import type { Place } from "../place";
import { addressed, noAddress, standAt, writeAddress } from "./address";
import { Refusal, Unreachable, type Api } from "./api";
import { Changes } from "./changes";
import { wordsOf, type Words } from "./i18n";
import { Analysis } from "./play/analysis";
import { Others, type News } from "./play/others";
import { Programs } from "./play/programs";
import { sameMoment, Shown } from "./shown";
import type { Answer, Checked, GameInfo, Moment, Sheet, Start } from "./types";

export type Side = "board" | "text" | "panel" | "programs";
export type DialogName = "new" | "open" | "save" | "name" | null;

const RETRY = 2000; // ms until an unreachable server is tried again
const LANGUAGE = "kifu-language";

export class Studio extends EventTarget {
  start: Start = { sheets: [], games: [], notations: [], notices: [] };
  current: string | null = null;
  /** What is shown: the board alone, or something else, which is beside the board if there is room; by default, the text if there is room. */
  side: Side | undefined;
  dialog: DialogName = null;
  /** The game chosen on the start page. */
  wished: string | null = null;
  /** Whether the board of a sheet opened in a dialog gets the focus. */
  arriving = false;
  /** Whether the board is to be scrolled into view. */
  revealing = false;
  /** The message to the user, and the last error. */
  notice = "";
  wrong = "";
  /** The last error, if the server has refused a call, and what can be done about it. */
  refused: Refusal | null = null;
  remedy: { text: string; act(): void } | null = null;
  tongue: string;
  readonly changes = new Changes(this);
  readonly programs = new Programs(this, this.changes);
  readonly analysis = new Analysis(this, this.changes);
  readonly others: Others;

  private shownSheets = new Map<string, Shown>();
  private unreachable = false;

  constructor(readonly api: Api) {
    super();
    this.tongue = languageOf(localStorage.getItem(LANGUAGE) ?? navigator.language);
    this.others = new Others(api.token, (news) => void this.attempt(() => this.hear(news)));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  get words(): Words {
    return wordsOf(this.tongue);
  }

  get boardWords(): BoardWords {
    return LANGUAGES[this.tongue]!.words;
  }

  /** Turns the texts of the shown record's scenes into the reader's language. */
  get speaker(): Speaker {
    const { board } = this.shown!.answer, replay = board.records[0]?.replay ?? null;
    return new Speaker(board.games[replay?.game ?? ""] ?? {}, replay, this.tongue, this.shown?.step?.scene.grid);
  }

  /** What the studio's server says about the shown record's game. */
  get game(): GameInfo | undefined {
    return this.start.games.find((each) => each.name === this.shown?.sheet.game);
  }

  /** Returns the name of a player, as on the board. */
  nameOf(seat: number): string {
    const replay = this.shown?.record?.replay;
    return replay ? nameOf(replay, seat, this.speaker.words) : this.boardWords.player(seat);
  }

  set language(tag: string) {
    this.tongue = languageOf(tag);
    localStorage.setItem(LANGUAGE, this.tongue);
    this.changed();
  }

  /** The minimum time between the actions of programs, in seconds; boards play at the same pace. */
  get pace(): number {
    return remembered();
  }

  set pace(seconds: number) {
    remember(seconds);
    this.changed();
  }

  /** Opens a dialog, the one for a new game with a game chosen on the start page, or closes the open one. */
  ask(dialog: DialogName, wished: string | null = null) {
    this.dialog = dialog;
    this.wished = wished;
    this.wrong = "";
    this.changed();
  }

  turnTo(side: Side | undefined) {
    this.side = side;
    this.changed();
  }

  // Messages

  say(text: string) {
    this.notice = text;
    this.wrong = "";
    this.remedy = null;
    this.changed();
  }

  /** Adds a line to the message. */
  mention(text: string) {
    const lines = this.notice.split("\n").filter((each) => each && each !== text);
    this.notice = [...lines, text].join("\n");
    this.changed();
  }

  complain(text: string, refused: Refusal | null = null) {
    this.wrong = text;
    this.refused = refused;
    this.remedy = null;
    this.changed();
  }

  /** Offers something to do about the last error. */
  offer(text: string, act: () => void) {
    this.remedy = { text, act };
    this.changed();
  }

  /** Does something that may fail; on failure, shows the error and returns null. */
  async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Unreachable) this.reconnect();
      else if (error instanceof Refusal) this.complain(error.status === 403 ? this.words.otherToken : error.message, error);
      else throw error;
      return null;
    }
  }

  /** Tries to reach the server until it answers again. */
  private reconnect() {
    this.complain(this.words.ended);
    if (this.unreachable) return;
    this.unreachable = true;
    window.setTimeout(async () => {
      this.unreachable = false;
      if (!(await this.attempt(() => this.begin()))) return;
      this.say(this.words.again);
      for (const each of this.unsent) this.changes.retry(each);
    }, RETRY);
  }

  // The sheets

  get sheets(): Sheet[] {
    return this.start.sheets;
  }

  /** The current sheet, once it has been loaded. */
  get shown(): Shown | null {
    return this.current === null ? null : this.at(this.current);
  }

  /** The sheets with text that has not reached the server yet. */
  get unsent(): Shown[] {
    return [...this.shownSheets.values()].filter((each) => each.typed !== null);
  }

  open() {
    return this.attempt(() => this.begin());
  }

  /** Loads the open sheets, and goes to the place in the address. */
  private async begin(): Promise<boolean> {
    this.start = await this.api.post<Start>("sheets");
    if (this.start.notices.length) this.notice = this.start.notices.join("\n");
    const wanted = addressed(), is = (id: string | null | undefined) => this.sheets.some((each) => each.id === id);
    const id = [wanted?.sheet, this.current].find(is) ?? this.sheets.at(-1)?.id;
    if (id && wanted?.sheet !== id) standAt(id);
    if (id) await this.select(id, wanted?.sheet === id ? wanted.place : null);
    this.changed();
    return true;
  }

  /** Handles a change made in another browser tab. */
  private async hear(news: News) {
    if (news === null) {
      this.start = await this.api.post<Start>("sheets");
      if (this.current !== null && !this.sheets.some((each) => each.id === this.current)) await this.front(this.sheets.at(-1)?.id);
    } else {
      const shown = this.at(news.id);
      if (!shown || shown.sheet.version >= news.version || shown.typed !== null || this.changes.busy(news.id)) return;
      await this.refresh(shown);
    }
    this.changed();
  }

  /** Goes to the place in the address, after Back or a link was followed or the address was edited: without an open sheet, to the start page. */
  async followAddress() {
    const wanted = addressed();
    if (wanted && this.sheets.some((each) => each.id === wanted.sheet)) await this.attempt(() => this.select(wanted.sheet, wanted.place));
    else await this.front(undefined);
    this.changed();
  }

  /** Makes a sheet current, at a given moment or where it was left. */
  async select(id: string, place: Place | null = null) {
    const before = this.at(id);
    this.current = id;
    const { round = null } = place ?? before?.place ?? {};
    await this.fetch(id, place?.record ?? before?.sheet.record ?? 1, round);
    if (this.current !== id) return; // the user has gone elsewhere meanwhile
    if (place && this.shown) this.shown.place = { ...place, record: 1 };
    this.address();
    this.changed();
  }

  /** Makes another sheet current instead of this one; without another, goes to the start page. */
  async front(id: string | undefined) {
    this.current = null;
    if (id === undefined) return noAddress();
    standAt(id);
    await this.select(id);
  }

  /** Goes to another record in the sheet. */
  async turn(record: number) {
    const { shown } = this;
    if (!shown) return;
    const found = await this.attempt(() => this.fetch(shown.sheet.id, record, 1));
    if (!found) return;
    found.place = { ...found.place, round: found.loaded, path: [], step: OPENING };
    this.address();
    this.changed();
  }

  private async fetch(id: string, record: number, round: number | null): Promise<Shown> {
    const answer = await this.api.post<Answer>(`sheets/${id}/show`, { record, round });
    const older = (this.at(id)?.sheet.version ?? 0) > answer.sheet.version; // another answer arrived first
    return older ? this.fetch(id, record, round) : this.take(answer);
  }

  /** Loads the current version of a sheet. */
  refresh({ sheet, place }: Shown): Promise<Shown> {
    return this.fetch(sheet.id, sheet.record, place.round);
  }

  /** Returns an open sheet that has been loaded. */
  at(id: string): Shown | null {
    return this.shownSheets.get(id) ?? null;
  }

  /** Shows an answer, unless a newer one is already shown, and goes to its moment if `go` is set. */
  take(answer: Answer, go = true, base?: string): Shown {
    const { sheet } = answer, before = this.at(sheet.id), shown = before ?? new Shown(answer);
    if (before && before.sheet.version > sheet.version) return before;
    if (before) before.take(answer, base);
    else {
      this.shownSheets.set(sheet.id, shown);
      this.changes.restore(shown);
    }
    this.start.sheets = this.sheets.some((each) => each.id === sheet.id) ? this.sheets.map((each) => (each.id === sheet.id ? sheet : each)) : [...this.sheets, sheet];
    if (answer.place && go) shown.place = { ...shown.place, ...answer.place };
    if (sheet.wrong === null) void this.attempt(() => this.check(shown));
    this.changed();
    return shown;
  }

  /** Lets the server check all records, which takes a while for a long text. */
  private async check({ sheet }: Shown) {
    const { version, wrong } = await this.api.post<Checked>(`sheets/${sheet.id}/check`);
    const now = this.at(sheet.id)?.sheet;
    if (now?.version !== version) return;
    now.wrong = wrong;
    this.changed();
  }

  /** Removes a closed sheet. */
  forget(id: string) {
    this.start.sheets = this.sheets.filter((each) => each.id !== id);
    this.shownSheets.delete(id);
  }

  // The moment

  /** Goes to a moment; the board and the text follow. */
  go(moment: Partial<Moment>) {
    if (this.shown) this.moved({ ...this.shown.place, ...moment });
  }

  /** Handles the board moving to another moment. */
  moved(place: Place) {
    const { shown } = this;
    if (!shown || (sameMoment(shown.place, place) && shown.place.seat === place.seat)) return;
    if (!sameMoment(shown.place, place)) shown.chosen = {};
    shown.place = place;
    this.address();
    this.complete(shown);
    this.changed();
  }

  /** Loads the round to show, if it has not been loaded. */
  complete(shown: Shown) {
    if (!shown.has(shown.place.round)) void this.attempt(() => this.refresh(shown));
  }

  /** Goes to a ply, loading its round if necessary. */
  async goToPly(round: number, path: number[], ply: number | null) {
    const { shown } = this;
    if (!shown) return;
    const { sheet } = shown;
    if (round !== shown.loaded) await this.attempt(() => this.fetch(sheet.id, sheet.record, round));
    const step = shown.after(round, path, ply);
    if (step === null || this.shown !== shown) return;
    this.revealing = true;
    this.go({ round, path, step });
    this.changed();
  }

  /** Writes the current sheet and moment to the address. */
  address() {
    const { shown } = this;
    if (shown) writeAddress(shown.sheet.id, { ...shown.place, record: shown.sheet.record });
  }
}
