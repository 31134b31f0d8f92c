// <kifu-board>: a board for stepping through a record. It receives a document with everything to
// show, and knows no rules.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { Autoplay } from "./autoplay";
import { Clicks } from "./clicks";
import { Collection } from "./collection";
import { colours } from "./colours";
import { control, paceField, type Icon } from "./controls";
import { Inside, recordsOf, unzipped } from "./data";
import { graph } from "./graph";
import { about, heading, type Head } from "./heading";
import { fill, LANGUAGES, languageOf, type Words } from "./i18n";
import { commandOf, type Command } from "./keyboard";
import { after, follow, linesOf, nearest, offered, OPENING, seatsOf, sharedSteps, jumpFrom, tree, type Line } from "./lines";
import { clocks, findingsPanel, gridGhosts, gridMarks, gridNumbers, keepInSight, lastPlayed, legalPanel, movesPanel, reason, stepNotes, stepNow, type Panel } from "./panels";
import { fragment, placeIn, type Place } from "./place";
import { endingOf, spoken } from "./spoken";
import { Speaker } from "./scene/speaker";
import { table } from "./scene/table";
import { partsOf, shareBox } from "./sharing/dialog";
import { styles } from "./styles";
import type { Breach, Finding, PageDocument, RecordJson, Zipped } from "./types";

const UNREAD: RecordJson = { label: "", notation: null, replay: null, reasons: [], findings: [], texts: {} };

/**
 * A board for stepping through records of games.
 *
 * @attr {boolean} compact - Shows only the board, its bar and the caption.
 * @attr {light|dark} theme - The colours; by default, those that the reader prefers.
 * @csspart header - The title, and the choices of what to show.
 * @csspart comments - Comments, times and evaluations.
 * @csspart board - The table or the grid.
 * @csspart seat - A seat; also `acting` if its player is to act.
 * @csspart card - A card; also `down` if it lies face-down, `new` or `win`.
 * @csspart piece - A piece; also `down` or `new`.
 * @csspart grid - The grid of a board game.
 * @csspart graph - The graph of evaluations, and the accuracy of each player.
 * @csspart bar - The buttons that step.
 * @csspart button - A button of the bar, or beside the moves.
 * @csspart caption - The last action in words, and who acts next.
 * @csspart moves - The list of moves.
 * @csspart move - A move in it; also `current`.
 * @csspart legal - The legal actions.
 * @csspart findings - The findings.
 * @csspart finding - A finding.
 * @csspart dialog - The dialogs for sharing, and for choosing a record.
 * @slot below - What to show between the bar and the moves.
 * @fires kifu-step - Another position is shown; `detail` is its place, with its `ply`.
 * @fires kifu-action - A legal action was chosen; `detail` is the place, with `player` and `action`.
 * @fires kifu-refused - An illegal action was chosen; `detail` has `player`, `action`, `code` and `message`.
 * @fires kifu-finding - A finding was clicked; `detail` is the finding.
 */
export class KifuBoard extends LitElement {
  static override styles = [colours, styles];
  static override properties = {
    data: { attribute: false },
    language: { type: String },
    linked: { type: Boolean },
    embedded: { type: Boolean },
    playable: { type: Boolean },
    guess: { type: Boolean },
    idle: { attribute: false },
    at: { state: true },
    turned: { state: true },
    sharing: { state: true },
    numbered: { state: true },
    veiling: { state: true },
    said: { state: true },
  };

  /** A board document; by default, that of the JSON script in this element. */
  declare data: PageDocument | null;
  /** The language; by default, the nearest `lang` of this element and those around it, or else the browser's language. */
  declare language: string;
  /** Whether the page's address follows the board. */
  declare linked: boolean;
  /** Whether the surrounding page has controls for the language and the findings, and keeps the address. */
  declare embedded: boolean;
  /** Whether players act by clicking their cards or pieces. */
  declare playable: boolean;
  /** Whether the actions to come are hidden until the reader shows them. */
  declare guess: boolean;
  /** The seats for which clicks do nothing now. */
  declare idle: number[];
  declare private at: Place;
  declare private turned: number;
  declare private sharing: boolean;
  /** Whether things on a grid are numbered. */
  declare private numbered: boolean;
  /** Whether the actions to come are hidden, if the reader has chosen. */
  declare private veiling: boolean | null;
  declare private said: string;

  #records: (RecordJson | Zipped)[] = [];
  private lines: Line[] = [];
  /** The announcement for the last position shown. */
  #heard = "";
  #saidIn = "";
  #read: PageDocument | null = null;
  /** Why the data is not a board document; empty if it is one. */
  #wrong = "";
  #teller: Speaker | null = null;
  #wanted: Finding | null = null;
  #focused: Element | null = null;
  #folds = new Map<string, boolean>();
  #drawn = new WeakSet<Element>();
  #resting = false;
  /** Whether the reader has guessed the last action. */
  #guessed = false;
  /** Where a finger was put on the board. */
  #finger: [number, number] | null = null;
  #from: Place | null = null;
  #autoplay = new Autoplay({
    now: () => (this.#line ? { steps: this.#line.steps, index: this.at.step } : null),
    go: (step) => this.#show({ step }, false),
    changed: () => this.requestUpdate(),
  });
  #unzipping: Promise<void> = Promise.resolve();
  #hashed = () => this.#followHash();
  #collection = new Collection(() => this.requestUpdate());
  #clicks = new Clicks({
    choose: (player, action) => this.#choose(player, action),
    refuse: (player, action, why) => this.#refuse(player, action, why),
    say: (text) => this.#say(text),
    changed: () => this.requestUpdate(),
  });

  constructor() {
    super();
    this.data = null;
    this.language = "";
    this.linked = this.playable = this.embedded = this.guess = false;
    this.idle = [];
    this.at = { record: 1, round: 1, path: [], step: OPENING, seat: null };
    this.sharing = this.numbered = false;
    this.veiling = null;
    if (Object.hasOwn(this, "place")) this.#setBefore();
    this.turned = 0;
    this.said = "";
    new Inside(this);
  }

  /** Takes over a place that was set before the component was loaded. */
  #setBefore() {
    const { place } = this;
    delete (this as Partial<KifuBoard>).place;
    this.at = { ...this.at, ...place };
  }

  /** The position shown; it can also be set. */
  get place(): Place {
    return this.at;
  }

  set place(place: Partial<Place>) {
    this.#show(place);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", this.#pressed);
    document.addEventListener("keydown", this.#pressedOutside);
    window.addEventListener("hashchange", this.#hashed);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.#pressed);
    document.removeEventListener("keydown", this.#pressedOutside);
    window.removeEventListener("hashchange", this.#hashed);
    this.#autoplay.pause();
  }

  protected override willUpdate() {
    const root = this.renderRoot as ShadowRoot, drawn = root.querySelector(".playground") !== null;
    this.#focused = root.activeElement ?? (drawn ? null : this.#focused); // kept while a record is unzipped
    this.#readData();
  }

  /** Reads a new document; a place set right afterwards refers to it. */
  #readData() {
    this.#readTongue();
    if (this.data === this.#read) return;
    const start = ((this.linked || !this.#read) && placeIn(location.hash, this.id)) || this.at;
    this.#read = this.data;
    this.#clicks.refusal = null;
    this.lines = [];
    try {
      this.#records = recordsOf(this.data);
      this.#collection.read(this.#records);
      this.at = this.#possible(start, true);
      this.#wrong = "";
    } catch (error) {
      this.#refuseData(error);
    }
    const now = this.#spoken(), before = this.#heard;
    this.#heard = now || before;
    if (now && before && now !== before) this.said = now; // as after undo
  }

  /** Waits for the record to be unzipped, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#unzipping;
    return super.getUpdateComplete();
  }

  #refuseData(error: unknown) {
    this.#records = this.lines = [];
    this.#wrong = error instanceof Error ? error.message : `${error}`;
  }

  /** Clears an announcement in another language. */
  #readTongue() {
    if (this.#tongue === this.#saidIn) return;
    this.#saidIn = this.#tongue;
    this.said = "";
    this.#heard = this.#spoken();
  }

  /** Scrolls the page to the board, to its top if it is not much lower than the window, and to the current move if it is beside the board. */
  reveal() {
    const [view, here] = [".playground", ".move.here"].map((each) => this.renderRoot.querySelector(each));
    view?.scrollIntoView({ block: view.clientHeight > innerHeight - 240 ? "start" : "nearest" });
    if (view && here && here.getBoundingClientRect().left >= view.getBoundingClientRect().right) here.scrollIntoView({ block: "nearest" });
  }

  /** Focuses the board itself, so that its keys work. */
  override focus(options?: FocusOptions) {
    this.renderRoot.querySelector<HTMLElement>(".playground")?.focus(options);
  }

  // Stepping

  /** Goes to the first step. */
  first() {
    this.#run("first");
  }

  /** Goes one step back. */
  previous() {
    this.#run("back");
  }

  /** Goes one step forward. */
  next() {
    this.#run("forward");
  }

  /** Goes to the last step. */
  last() {
    this.#run("last");
  }

  /** Steps by itself. */
  play() {
    this.#autoplay.start();
  }

  /** Stops stepping by itself. */
  pause() {
    this.#autoplay.pause();
  }

  /** Turns the table by one seat. */
  turn() {
    this.turned += 1;
  }

  // The place

  get #record(): RecordJson | undefined {
    const found = this.#records[this.at.record - 1];
    return found && "zipped" in found ? { ...UNREAD, label: found.label } : found;
  }

  get #main(): Line | undefined {
    return this.lines.find((each) => each.round === this.at.round) ?? this.lines[0];
  }

  get #line(): Line | undefined {
    return this.#main && follow(this.#main, this.at.path);
  }

  get #words(): Words {
    return LANGUAGES[this.#tongue]!.words;
  }

  /** Turns the texts of the record's game into the reader's language. */
  get #speaker(): Speaker {
    const { replay } = this.#record!, looks = this.#read!.games?.[replay!.game] ?? {};
    const grid = this.#line?.steps[0]?.scene.grid ?? null;
    if (this.#teller?.replay !== replay || this.#teller?.looks !== looks || this.#teller.language !== this.#tongue || this.#teller.grid !== grid) this.#teller = new Speaker(looks, replay, this.#tongue, grid);
    return this.#teller!;
  }

  get #tongue(): string {
    return languageOf(this.language || this.closest<HTMLElement>("[lang]")?.lang || navigator.language);
  }

  /** Returns the nearest place that exists. */
  #possible(place: Place, anew = false): Place {
    const record = Math.min(Math.max(1, place.record), Math.max(1, this.#records.length));
    const now = this.#records[record - 1];
    if (now && "zipped" in now) {
      this.#unzipping = this.#unzip(record, now);
      this.lines = [];
      return { ...place, record };
    }
    if (anew || record !== this.at.record) this.lines = now ? linesOf(now, this.#read!.games) : [];
    const main = this.lines.find((each) => each.round === place.round) ?? this.lines[0];
    if (!main || !now?.replay) return { record, round: 1, path: [], step: OPENING, seat: null };
    const line = follow(main, place.path);
    const seat = now.replay.viewer ?? (place.seat !== null && seatsOf(now, this.lines).includes(place.seat) ? place.seat : null);
    return { record, round: main.round, path: line.path, step: nearest(line, place.step), seat };
  }

  async #unzip(number: number, record: Zipped) {
    const records = this.#records;
    try {
      const found = await unzipped(record);
      if (this.#records !== records || records[number - 1] !== record) return;
      records[number - 1] = found;
      if (this.at.record === number) this.at = this.#possible(this.at, true);
      this.#heard = this.#spoken();
    } catch (error) {
      this.#refuseData(error);
    }
    this.requestUpdate();
  }

  #show(place: Partial<Place>, byHand = true, guessed = false) {
    this.#readData();
    this.#wanted = null;
    const before = this.at, now = this.#possible({ ...before, ...place });
    if (byHand) this.#autoplay.pause();
    this.at = now;
    if (fragment(before, "") === fragment(now, "")) return;
    this.#clicks.forget();
    this.#guessed = guessed;
    this.said = this.#heard = this.#spoken();
    const step = this.#line?.steps[now.step];
    this.#send("kifu-step", { ...now, ply: step?.ply ?? 0 });
    if (this.linked) history.replaceState(null, "", fragment(now, this.id)); // fails in Safari after 100 steps in 30 s
  }

  /** Sends an event; returns whether nobody prevented its usual effect. */
  #send(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === "kifu-action" }));
  }

  #followHash() {
    const place = this.embedded ? null : placeIn(location.hash, this.id);
    if (place) this.#show(place);
  }

  // Navigation

  #pressed = (event: KeyboardEvent) => {
    const command = commandOf(event);
    if (event.key === "Escape" && this.#clicks.picks) {
      this.#clicks.forget();
      this.requestUpdate();
    }
    if (!command || !this.#line) return;
    event.preventDefault();
    this.#run(command);
  };

  /** Steps while nothing has the focus, if this is the only board or the one under the mouse; the page keeps the keys that scroll. */
  #pressedOutside = (event: KeyboardEvent) => {
    const meant = event.target === document.body && (document.querySelectorAll("kifu-board").length < 2 || this.matches(":hover"));
    if (meant && !this.inert && ["back", "forward"].includes(commandOf(event) ?? "")) this.#pressed(event);
  };

  /** Steps when one finger has moved sideways over the board, unless a part of it scrolls. */
  #swiped = ({ type, target, touches, changedTouches }: TouchEvent) => {
    const { clientX, clientY } = changedTouches[0]!, [x, y] = this.#finger ?? [clientX, clientY], across = clientX - x;
    this.#finger = type === "touchstart" && touches.length === 1 && !(target as Element).closest(".scroll") ? [clientX, clientY] : null;
    if (type === "touchend" && Math.abs(across) > Math.max(40, 2 * Math.abs(clientY - y))) this.#run(across < 0 ? "forward" : "back");
  };

  #run(command: Command) {
    const line = this.#line, index = this.at.step;
    if (!line) return;
    const last = line.steps.length - 1;
    if (command === "play" || command === "pause") return this.#autoplay.on ? this.#autoplay.pause() : this.#autoplay.start();
    if (command === "flip") this.turn();
    else if (command === "first") this.#show({ step: 0 });
    else if (command === "last") this.#show({ step: last });
    else if (command === "back") this.#show({ step: index - 1 });
    else if (command === "forward") this.#show({ step: index + 1 });
    else if (command === "jumpBack") this.#show({ step: jumpFrom(line, index, -1) });
    else if (command === "jumpForward") this.#show({ step: jumpFrom(line, index, 1) });
    else this.#otherLine(line, command === "downLine" ? 1 : -1);
  }

  /** Goes to the next or previous line in the tree: to this step if the lines share it, or else to their last shared step. */
  #otherLine(line: Line, way: 1 | -1) {
    const lines = offered(this.#main!, line, this.at.step, this.#veiled), next = lines[lines.indexOf(line) + way];
    if (!next) return;
    const shared = sharedSteps(line, next);
    this.#show({ path: next.path, step: Math.min(this.at.step, shared) });
  }

  #choseFinding(finding: Finding) {
    this.#send("kifu-finding", finding);
    this.#jump(finding);
  }

  #jump(finding: Finding) {
    const main = this.lines.find((each) => each.round === finding.round);
    if (!main) return;
    const line = follow(main, finding.path);
    this.#from ??= { ...this.at };
    this.#show({ round: main.round, path: line.path, step: after(line, finding.ply) });
    if (!main.steps.length) this.#wanted = finding; // once the round has been loaded
    void this.updateComplete.then(() => this.reveal());
  }

  #comeBack() {
    const place = this.#from;
    this.#from = null;
    if (place) this.#show(place);
    this.requestUpdate();
  }

  /** Sends an event for a chosen action, and moves on to it if the record has it. */
  #choose(player: number, action: string) {
    const line = this.#line, index = this.at.step, step = line?.steps[index];
    if (!line || !step) return;
    if (!this.#send("kifu-action", { ...this.at, ply: step.ply, player, action })) return;
    const among = [line, ...tree(this.#main!)].find((each) => each.shared <= index && sharedSteps(each, line) >= index && each.steps[index]?.actions?.[player] === action);
    if (among) this.#show({ path: among.path, step: index + 1 }, true, this.#veiled);
    else if (this.#veiled && step.actions) this.#notPlayed();
  }

  /** Says that the reader, who cannot see the next move, has not guessed it. */
  #notPlayed() {
    this.#clicks.refusal = { code: "", name: "", message: this.#words.notPlayed };
    this.#say(this.#words.notPlayed);
    this.requestUpdate();
  }

  #refuse(player: number, action: string, { code, message }: Breach) {
    this.#say(`${code} ${message}`.trim());
    this.#send("kifu-refused", { player, action, code, message });
  }

  // Announcements and rendering

  /** Announces a text, even if it is the same as before. */
  #say(text: string) {
    this.said = text === this.said ? `${text}\u00a0` : text;
  }

  #spoken(): string {
    return this.#panel ? (this.#guessed ? `✓ ${this.#words.guessed} ` : "") + spoken(this.#panel) : "";
  }

  /** Whether the round to show has yet to be loaded. */
  get #waits(): boolean {
    const record = this.#record, line = this.#line, zipped = "zipped" in (this.#records[this.at.record - 1] ?? {});
    return zipped || !!record?.replay && !!line && !line.breach && !line.steps.length;
  }

  /** The seat whose view of an open record is shown. */
  get #eyes(): number | null {
    return this.#record?.replay?.viewer === null ? this.at.seat : null;
  }

  /** Whether the actions to come are hidden; by default, from a seat or with `guess`. */
  get #veiled(): boolean {
    return this.veiling ?? (this.guess || this.#eyes !== null);
  }

  get #panel(): Panel | null {
    const record = this.#record, line = this.#line;
    if (!record?.replay || !line?.steps.length || this.#waits) return null;
    const go = (to: Line, index: number) => this.#show({ path: to.path, step: index });
    return { replay: record.replay, words: this.#speaker.words, speaker: this.#speaker, record, line, index: this.at.step, seat: this.#eyes, veiled: this.#veiled, go };
  }

  protected override render() {
    try {
      if (!this.#wrong) return this.#board();
    } catch (error) {
      this.#refuseData(error);
    }
    return html`<div class="root" lang=${this.#tongue}><p class="unread" role="alert"><bdi lang="en">This is not a board document: ${this.#wrong}</bdi></p></div>`;
  }

  #board(): TemplateResult | typeof nothing {
    const record = this.#record, panel = this.#panel;
    if (!record) return nothing;
    return html`<div class="root ${this.embedded ? "embedded" : ""}" lang=${this.#tongue}>
      ${heading(this.#head(record))}
      ${about(this.#head(record))}
      ${panel ? this.#stage(panel) : this.#broken(record)}
      <div class="sr-only" role="status" aria-live="polite">${this.said}</div>
      ${this.sharing ? this.#shareBox(record) : nothing}
      ${this.#collection.dialog(this.#words, this.#tongue, this.#read!.games, this.at.record, this.#veiled, (number) => this.#show({ record: number, round: 1, path: [], step: OPENING }))}
    </div>`;
  }

  #head(record: RecordJson): Head {
    const { at, embedded } = this, words = this.#words, tongue = this.#tongue, records = this.#records, collection = this.#collection, lines = this.lines, main = this.#main, line = this.#line, eyes = this.#eyes, veiled = this.#veiled;
    return { words, tongue, records, collection, record, lines, main, line, at, eyes, embedded, veiled, speaker: () => this.#speaker, go: (place) => this.#show(place), speak: (language) => (this.language = language) };
  }

  #broken(record: RecordJson): TemplateResult {
    const words = this.#words, main = this.#main;
    if (this.#waits) return html`<p class="unread">${words.loading}</p>`;
    return html`<p class="unread">${main?.breach ? html`${words.broken} ${reason(main.breach)}` : words.unread}</p>
      ${this.embedded ? nothing : findingsPanel(null, record, words, () => undefined, null)}`;
  }

  #stage(panel: Panel): TemplateResult {
    const { line, index, record, words, veiled } = panel, step = stepNow(panel)!, seat = this.at.seat;
    const seats = step.returns.length, bottom = ((seat ?? 0) + this.turned) % Math.max(1, seats);
    const clicks = step.scene.seats.length && (this.playable || veiled) ? this.#clicks.show(panel, step.actors.filter((each) => seat === null || each === seat), this.idle) : null;
    const { speaker } = panel, ending = endingOf(panel, step), actors = ending.length ? [] : step.actors, notes = stepNotes(panel), grid = step.scene.grid;
    const numbers = grid && this.numbered ? gridNumbers(panel) : null, marks = (grid?.marks ?? []).filter(({ shape }) => !numbers || shape !== "circle");
    const scene = grid ? { ...step.scene, grid: { ...grid, numbers, ghosts: gridGhosts(panel), marks: [...marks, ...gridMarks(panel)] } } : step.scene;
    const shown = table({ scene, actors, speaker, bottom, clocks: clocks(panel), ending, clicks });
    return html`<div class="stage">
      <div class="view">
        <div class="playground" part="board" tabindex="0" role="group" aria-label="${words.board}. ${words.keys}" @touchstart=${this.#swiped} @touchend=${this.#swiped}>${shown}</div>
        <div class="foot">
          <p class="now" part="caption">${this.#now(panel)}</p>
          ${this.#clicks.refusal ? reason(this.#clicks.refusal) : nothing}${this.#controls(line, index)}
        </div>
        <slot name="below"></slot>
      </div>
      ${graph(panel)}
      <div class="notes" part="comments" role="group" aria-label=${words.comments} aria-live="polite" tabindex=${notes.length ? 0 : nothing}>${notes}</div>
      <aside>
        ${this.embedded ? nothing : findingsPanel(panel, record, words, (each) => this.#choseFinding(each), this.#from ? () => this.#comeBack() : null)}
        <div class="head"><h3>${words.moves}</h3>${control(veiled ? words.showNext : words.hideNext, veiled ? "veiled" : "open", () => (this.veiling = !veiled))}</div>
        ${movesPanel(panel, this.#main!)}
        ${legalPanel(panel, seat, (player, action) => this.#choose(player, action), clicks !== null)}
      </aside>
    </div>`;
  }

  #now(panel: Panel): unknown {
    const { words, line, index } = panel, played = lastPlayed(panel), last = index === line.steps.length - 1;
    const breach = played?.breach ?? (last ? line.breach : null);
    return html`<span>${fill(words.step, index + 1, line.steps.length)}${played?.ply ? ` · ${fill(words.ply, played.ply)}` : ""}</span> <bdi>${this.#spoken()}</bdi>${breach ? reason(breach) : nothing}`;
  }

  #controls(line: Line, index: number): TemplateResult {
    const words = this.#words, autoplay = this.#autoplay, last = line.steps.length - 1, playing = autoplay.on;
    const button = (command: Command & Icon & keyof Words, off: boolean) => control(words[command] as string, command, () => this.#run(command), off, command === "back" || command === "forward"), [start, end] = [!index, index >= last];
    return html`<div class="controls" part="bar" role="toolbar" aria-label=${words.moves}>
      ${button("first", start)}${button("jumpBack", start)}${button("back", start)}
      ${button(playing ? "pause" : "play", false)}
      ${button("forward", end)}${button("jumpForward", end)}${button("last", end)}
      ${line.steps[index]?.scene.grid ? control(words.numbers, "numbers", () => (this.numbered = !this.numbered)) : nothing}
      ${control(words.flip, "flip", () => this.turn())}${control(words.share, "share", () => (this.sharing = true))}
    </div>
    ${playing ? paceField(words, this.#tongue, autoplay) : nothing}`;
  }

  /** Draws the dialog for sharing; in a frame of a notebook, which has no address, without a link. */
  #shareBox(record: RecordJson): TemplateResult {
    const { at, embedded } = this, words = this.#words, eyes = this.#eyes, root = this.renderRoot as ShadowRoot;
    const link = location.protocol === "about:" ? "" : embedded ? location.href : location.href.replace(/#.*$/, "") + fragment(at, this.id);
    return shareBox(words, partsOf(words, record, at, eyes, link, root), () => (this.said = words.copied), () => (this.sharing = false));
  }

  protected override firstUpdated() {
    const folded = ({ target }: Event) => target instanceof HTMLDetailsElement && this.#folds.set(target.className, target.open);
    this.renderRoot.addEventListener("toggle", folded, true);
  }

  /** Keeps folds as they were when elements are redrawn. */
  #keepFolds() {
    for (const each of this.renderRoot.querySelectorAll("details")) {
      if (!this.#drawn.has(each)) each.open = this.#folds.get(each.className) ?? each.open;
      this.#drawn.add(each);
    }
  }

  protected override updated(changed: PropertyValues) {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    if (changed.has("at")) {
      keepInSight(this.renderRoot.querySelector<HTMLElement>(".moves"));
      this.renderRoot.querySelectorAll("form").forEach((each) => each.reset()); // numbers typed for the step before
    }
    if (changed.has("data") && this.#wanted && this.#main?.round === this.#wanted.round && this.#main.steps.length) this.#jump(this.#wanted);
    this.#keepFolds();
    this.#keepFocus();
  }

  /** Moves the focus to the next possible action if the focused element, such as a played card, is removed. */
  #keepFocus() {
    const found = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector), board = found(".playground");
    const gone = this.#focused !== null && (!this.#focused.isConnected || this.#focused.matches(".notes:not([tabindex])"));
    this.#resting &&= (this.renderRoot as ShadowRoot).activeElement === board;
    if (!gone && !this.#resting) return;
    const next = this.playable ? (found(".thing.open, .place[tabindex='0']") ?? found(".offers button")) : null;
    this.#resting = next === null; // until a card can be played again
    (next ?? board)?.focus({ preventScroll: !next });
  }
}
