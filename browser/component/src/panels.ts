// The panels beside the table: moves with their variations, legal actions and findings.
import { html, nothing, type TemplateResult } from "lit";
import { causeOf, findingsAt, nearest, stepsFor, tree, type Line } from "./lines";
import { fill, type Words } from "./i18n";
import { isolated, nameOf } from "./names";
import { clock, endedIn, glyphNames, glyphsAt, noted, noteLines } from "./notes";
import type { Speaker } from "./scene/speaker";
import { placesOf, type Mark } from "./scene/types";
import type { Breach, Finding, Note, Range, RecordJson, Replay, Step } from "./types";

export interface Panel {
  replay: Replay;
  words: Words;
  speaker: Speaker;
  record: RecordJson;
  line: Line;
  index: number;
  /** The seat whose view of an open record is shown; the panels show nothing else. */
  seat: number | null;
  /** Whether the actions to come are hidden. */
  veiled: boolean;
  go(line: Line, index: number): void;
}

/** Returns the current step, as the viewer knows it; without its actions, if they are to come. */
export function stepNow({ line, index, seat, veiled }: Panel): Step | undefined {
  const step = stepsFor(line, seat)[index];
  return veiled && step ? { ...step, actions: step.actions && {}, breach: null, notes: step.notes?.filter(({ ply }) => ply === 0) } : step;
}

const spelled = (step: Step, seat: number | string, action: string) => step.spelled?.[seat]?.[action];

/** Draws a seat's action: as the game spells it, or as its scenes show it. */
function drawn({ speaker }: Panel, step: Step, seat: number | string, action: string): unknown {
  const text = spelled(step, seat, action);
  return text === undefined ? speaker.action(step.scene, action) : html`<bdi>${text}</bdi>`;
}

const inWords = ({ speaker }: Panel, step: Step, seat: number | string, action: string): string => isolated(spelled(step, seat, action) ?? "") || saidIn(speaker, step, action);

export const saidIn = (speaker: Speaker, { scene }: Step, action: string): string => speaker.say(speaker.act(scene, action).said);

/** Draws the actions of a step. */
function doing(panel: Panel, step: Step): unknown {
  const { words, replay } = panel;
  if (step.node === "terminal") return words.end;
  if (step.ended) return html`<bdi>${endedIn(step.ended, replay, words)}</bdi>`;
  if (step.actions === null) return words.stops;
  if (step.node === "chance") return dealt(panel, step);
  return Object.entries(step.actions).map(([seat, action], at) => {
    const glyphs = glyphsAt(step, at);
    return html`<span class="who">${panel.speaker.short(+seat)}</span>${drawn(panel, step, seat, action)}${glyphs ? html`<b class="glyphs">${glyphs}</b>` : nothing}`;
  });
}

/** Returns what chance or an arbiter does in words: as the game's scenes show it, or as a deal. */
function dealt({ speaker, words }: Panel, { actions, scene }: Step): string {
  const { match, said } = speaker.act(scene, Object.values(actions ?? {})[0] ?? "");
  return match ? speaker.say(said) : words.deal;
}

/** Returns the actions of a step in words. */
export function saying(panel: Panel, step: Step): string {
  const { words, replay } = panel;
  if (step.node === "terminal") return words.over;
  if (step.ended) return endedIn(step.ended, replay, words);
  if (step.actions === null) return words.stops;
  if (step.node === "chance") return dealt(panel, step);
  return sayings(panel, step).join("; ");
}

/** Returns each action of a step in words. */
function sayings(panel: Panel, step: Step): string[] {
  const { words, replay } = panel;
  return Object.entries(step.actions ?? {}).map(([seat, action]) => fill(words.does, nameOf(replay, +seat, words), inWords(panel, step, seat, action)));
}

const lastIndex = ({ line, index, veiled }: Panel) => (veiled ? index - 1 : causeOf(line, index));

/** Returns the step whose actions are the last ones shown, or null at the beginning. */
export const lastPlayed = (panel: Panel): Step | null => stepsFor(panel.line, panel.seat)[lastIndex(panel)] ?? null;

/** Returns the annotations to show, with the steps that they are about: those of the last actions, and of the deal. */
function notesShown(panel: Panel): [Step, Note[]][] {
  const step = stepNow(panel)!, last = lastPlayed(panel), of = ({ notes = [] }: Step, deal: boolean) => notes.filter(({ ply }) => (ply === 0) === deal);
  return [...(last ? [[last, of(last, false)] as [Step, Note[]]] : []), [step, of(step, true)]];
}

/** Draws the annotations of the current position, and the text of any end outside play. */
export function stepNotes(panel: Panel): TemplateResult[] {
  const { speaker, replay } = panel, { text } = stepNow(panel)!.ended ?? {};
  const lines = notesShown(panel).flatMap(([step, notes]) => {
    const said = sayings(panel, step), lead = (at: number) => [said[at], glyphsAt(step, at)].filter(Boolean).join(" ");
    return noteLines(notes, replay, speaker, step.ply, lead);
  });
  return [...lines, ...(text ? [html`<p><bdi lang="">${text}</bdi></p>`] : [])];
}

/** Returns a line's name; a seat does not see names given by people, which may reveal hidden cards. */
export function lineName(line: Line, words: Words, seat: number | null = null): string {
  return line.path.length ? `${words.variation} ${line.path.join(".")}${line.name && seat === null ? `: ${isolated(line.name)}` : ""}` : words.mainLine;
}

/** Returns the legal actions to list: if there are many, those that take places of the grid are left out, but for the one that was chosen. */
function listed({ speaker }: Panel, step: Step, player: number): string[] {
  const legal = step.legal[player] ?? [], grid = step.scene.grid;
  if (!grid || legal.length <= MOST) return legal;
  const places = new Set(placesOf(grid)), chosen = step.actions?.[player];
  return legal.filter((each) => each === chosen || !speaker.act(step.scene, each).takes?.some((place) => places.has(place)));
}

/** Returns numbers for the grid: the plies at which the things that are still there were placed. */
export function gridNumbers(panel: Panel): Map<string, number> {
  const { line, index, speaker, seat } = panel, found = new Map<string, number>();
  for (const step of stepsFor(line, seat).slice(0, index)) {
    for (const action of Object.values(step.ply ? (step.actions ?? {}) : {})) {
      const place = speaker.act(step.scene, action).takes?.at(-1);
      if (place !== undefined) found.set(place, step.ply);
    }
  }
  return found;
}

/** Returns the marks of annotations on a grid; before the first action, also those about the whole line, round and match. */
export function gridMarks(panel: Panel): Mark[] {
  const { line, index, replay, seat } = panel, isFirst = !stepsFor(line, seat).slice(0, index).some(({ ply }) => ply > 0);
  const whole = isFirst && seat === null ? [...noted(replay.annotations), ...wholeLine(line).notes] : [];
  return [...whole, ...notesShown(panel).flatMap(([, notes]) => notes)].flatMap(({ marks = [] }) => marks);
}

const wholeLine = (line: Line): Line => (line.parent ? wholeLine(line.parent) : line);

/** Returns how much time each player had left after the last action with such a note. */
export function clocks({ line, index, seat, words }: Panel): Map<number, string> {
  const found = new Map<number, string>();
  for (const { ply, actions, notes = [] } of stepsFor(line, seat).slice(0, index)) {
    const seats = Object.keys(actions ?? {});
    for (const { ply: at, time_left } of notes) {
      const who = at ? seats[at - ply] : undefined;
      if (who !== undefined && time_left !== undefined) found.set(+who, fill(words.timeLeft, clock(time_left)));
    }
  }
  return found;
}

/** Returns the lines that go on differently here: variations, and the line that this one leaves. */
const rivals = (line: Line, index: number): Line[] => [line, ...line.variations.filter(({ shared }) => shared === index), ...(line.parent && line.shared >= index ? rivals(line.parent, index) : [])];

/** Returns what other lines place on the grid here: each place, and the thing. */
export function gridGhosts(panel: Panel): [place: string, thing: string][] {
  const { line, index, speaker, seat } = panel, step = stepNow(panel)!;
  const others = seat === null && !panel.veiled ? rivals(line, index).filter(({ steps }) => steps[index] !== line.steps[index]) : [];
  return others.flatMap(({ steps }) => {
    const grid = steps[index + 1]?.scene.grid, places = grid ? placesOf(grid) : [];
    return Object.values(steps[index]?.actions ?? {}).flatMap((action): [string, string][] => {
      const place = speaker.act(step.scene, action).takes?.at(-1) ?? "", at = places.indexOf(place), wide = grid?.columns.length ?? 1;
      const thing = at < 0 ? "." : [...grid!.rows[Math.floor(at / wide)]!][at % wide]!;
      return thing === "." ? [] : [[place, thing]];
    });
  });
}

// Moves

export function movesPanel(panel: Panel, main: Line): TemplateResult {
  return html`<div class="moves" part="moves" role="group" aria-label=${panel.words.moves}>${panel.veiled ? past(panel) : moves(panel, main, 0)}</div>`;
}

/** Scrolls only the list of moves, to the current move. */
export function keepInSight(list: HTMLElement | null) {
  const here = list?.querySelector<HTMLElement>(".here");
  if (!list || !here) return;
  const top = here.offsetTop; // the list is positioned
  if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

/** Draws the actions that led to the current step, and no later ones. */
function past(panel: Panel): TemplateResult {
  const { line, index, seat, words } = panel;
  return html`<ol>${stepsFor(line, seat).slice(0, index).map((step, at, all) => html`<li class=${starts(step, all[at - 1]) ? "starts" : ""}>${move(panel, line, step, at)}</li>`)}
    <li><span class="move"><span class="sr-only">${words.hidden}</span><span aria-hidden="true">?</span></span></li></ol>`;
}

/** Returns whether a part of the round begins with a step. */
const starts = (step: Step, before: Step | undefined) => before !== undefined && before.scene.part !== step.scene.part;

function moves(panel: Panel, line: Line, from: number): TemplateResult {
  const steps = stepsFor(line, panel.seat);
  const items = steps.slice(from).map((step, offset) => {
    const index = from + offset;
    const below = line.variations.filter((each) => each.shared === index);
    return html`<li class=${offset > 0 && starts(step, steps[index - 1]) ? "starts" : ""}>${move(panel, line, step, index)}${below.map((each) => branch(panel, each))}</li>`;
  });
  const late = line.variations.filter((each) => each.shared >= steps.length);
  return html`<ol>${items}</ol>${late.map((each) => branch(panel, each))}`;
}

/** The number of lines above which only the variations along the current line are listed in full. */
const MANY = 12;

/** Returns whether a line leads to the current one, or continues it. */
const isNear = ({ line: now }: Panel, { path }: Line) => path.every((each, at) => now.path[at] === each);

function branch(panel: Panel, line: Line): TemplateResult {
  const first = stepsFor(line, panel.seat)[line.shared];
  if (first && !isNear(panel, line) && tree(wholeLine(panel.line)).length > MANY) {
    const { findings } = panel.record, inside = findings.filter(({ round, path }) => round === line.round && line.path.every((each, at) => path[at] === each));
    const wrong = panel.seat === null && inside.length > findingsAt(findings, line, line.shared).length;
    const { path } = line, short = path.length > 3 ? `…${path.slice(-2).join(".")}` : path.join(".");
    return html`<span class="folded" title=${lineName(line, panel.words, panel.seat)}><bdi class="ply">${short}</bdi>${move(panel, line, first, line.shared)}${wrong ? html`<b class="mark error">⚠</b>` : nothing}</span>`;
  }
  return html`<div class="branch"><p class="branch-name"><bdi>${lineName(line, panel.words, panel.seat)}</bdi></p>
    ${line.breach ? reason(line.breach) : nothing}${moves(panel, line, line.shared)}</div>`;
}

function move(panel: Panel, line: Line, step: Step, index: number): TemplateResult {
  const { words } = panel, here = panel.line.steps[lastIndex(panel)] === line.steps[index]; // lines share steps
  const wrong = panel.seat === null ? findingsAt(panel.record.findings, line, index) : [];
  const comments = step.notes?.some(({ ply, before, after }) => ply !== 0 && (before || after)) || step.ended?.text;
  const label = [step.ply ? fill(words.ply, step.ply) : "", saying(panel, step), ...glyphNames(step, words), comments ? words.comment : "", ...wrong.map((each) => `${words[each.severity]}: ${each.message}`)].filter(Boolean).join(", ");
  return html`<button class="move ${here ? "here" : ""}" part="move ${here ? "current" : ""}" aria-current=${here ? "step" : "false"} aria-label=${label} @click=${() => panel.go(line, nearest(line, index + 1))}>
    <span class="ply">${step.ply || ""}</span>${doing(panel, step)}${comments ? html`<i class="noted"></i>` : nothing}${wrong.map((each) => html`<b class="mark ${each.severity}">⚠</b>`)}</button>`;
}

// Legal actions

type Choose = (player: number, action: string) => void;

/** Draws all legal actions in a step, folded if players can act at their hands. */
export function legalPanel(panel: Panel, seat: number | null, choose: Choose, folded: boolean): TemplateResult | typeof nothing {
  const { words, replay } = panel, step = stepNow(panel);
  const players = step?.actors.filter((player) => seat === null || player === seat) ?? [];
  if (!step || !players.length) return nothing;
  const all = players.map((player) => html`
    ${step.actors.length > 1 ? html`<h4><bdi>${nameOf(replay, player, words)}</bdi></h4>` : nothing}
    ${choices(panel, step, player, choose)}${refused(panel, step, player)}`);
  return folded ? html`<details class="legal" part="legal"><summary>${words.legal}</summary>${all}</details>` : html`<section class="legal" part="legal"><h3>${words.legal}</h3>${all}</section>`;
}

const MOST = 60;

/** Draws a button that chooses an action. */
export function choice(panel: Panel, step: Step, player: number, action: string, choose: Choose, brief = false): TemplateResult {
  const done = action === step.actions?.[player];
  const short = brief ? panel.speaker.act(step.scene, action).brief : undefined, picture = short ? html`<span>${panel.speaker.draw(short)}</span>` : drawn(panel, step, player, action);
  return html`<button class="choice ${done ? "done" : ""}" aria-label=${inWords(panel, step, player, action)} aria-pressed=${done ? "true" : "false"} @click=${() => choose(player, action)}>${picture}${done ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing}</button>`;
}

function choices(panel: Panel, step: Step, player: number, choose: Choose) {
  const legal = listed(panel, step, player), button = (action: string) => choice(panel, step, player, action, choose);
  const first = legal.slice(0, MOST), rest = legal.slice(MOST);
  return html`<div class="choices">${first.map(button)}</div>
    ${(step.ranges?.[player] ?? []).map((each) => chooseOf(panel, each, step.actions?.[player], (action) => choose(player, action)))}
    ${rest.length ? html`<details><summary>${fill(panel.words.more, rest.length)}</summary><div class="choices">${rest.map(button)}</div></details>` : nothing}`;
}

/** Draws a range of actions as a number field, which starts at the number of the action played. */
function chooseOf({ words }: Panel, { prefix, low, high, step, suffix }: Range, done: string | undefined, choose: (action: string) => void) {
  const number = done?.startsWith(prefix) && done.endsWith(suffix) ? done.slice(prefix.length, done.length - suffix.length) : "";
  const chosen = (event: Event) => {
    event.preventDefault();
    choose(`${prefix}${(event.target as HTMLFormElement).querySelector("input")!.valueAsNumber}${suffix}`);
  };
  return html`<form class="choices range" @submit=${chosen}><label><bdi>${prefix}</bdi><input type="number" required min=${low} max=${high} step=${step} value=${number || low}><bdi>${suffix}</bdi></label>
    <small>${low}–${high}</small><button class="choice ${number ? "done" : ""}">${words.choose}</button></form>`;
}

function refused(panel: Panel, step: Step, player: number) {
  const found = step.refused?.[player] ?? [];
  if (!found.length) return nothing;
  return html`<details class="refused"><summary>${panel.words.illegal}</summary><ul>${found.map(([number, actions]) => {
    const why = panel.record.reasons[number];
    return html`<li><div class="choices">${actions.map((each) => html`<span class="refusal">${panel.speaker.action(step.scene, each)}</span>`)}</div>${why ? reason(why) : nothing}</li>`;
  })}</ul></details>`;
}

export const reason = (breach: Breach) => html`<p class="reason">${breach.code ? html`<code>${breach.code}</code> ` : nothing}<bdi lang="en">${breach.message}</bdi></p>`;

// Findings

export function findingsPanel(panel: Panel | null, record: RecordJson, words: Words, jump: (finding: Finding) => void, back: (() => void) | null): TemplateResult {
  if (panel && panel.seat !== null) return html`<section class="findings" part="findings"><h3>${words.findings}</h3><p>${words.hidden}</p></section>`;
  const list = panel?.veiled ? record.findings.filter((each) => isPast(panel, each)) : record.findings;
  return html`<section class="findings" part="findings"><h3>${words.findings}</h3>
    ${back ? html`<button class="wide" @click=${back}>↩ ${words.backToMove}</button>` : nothing}
    ${list.length ? html`<ul>${list.map((each) => html`<li class=${each.severity}>${jumps(panel, each)
      ? html`<button class="finding" part="finding" @click=${() => jump(each)}>${findingText(each, record, words)}</button>`
      : html`<div class="finding" part="finding">${findingText(each, record, words)}</div>`}</li>`)}</ul>` : html`<p>✓ ${panel?.veiled ? words.noFindingsYet : words.noFindings}</p>`}</section>`;
}

/** Returns whether a finding is about something before the current step. */
const isPast = ({ line, index }: Panel, finding: Finding) => finding.round === null || finding.round < line.round || Array.from({ length: index }).some((_, at) => findingsAt([finding], line, at).length);

export const isOfMany = (record?: RecordJson) => (record?.replay?.rounds.length ?? 2) > 1;

const jumps = (panel: Panel | null, finding: Finding) => panel !== null && finding.round !== null;

/** Draws a finding with its place: its round, if there are several, its ply, and its line. */
export function findingText(finding: Finding, record: RecordJson | undefined, words: Words): TemplateResult {
  const where = [finding.round !== null && isOfMany(record) ? `${words.round} ${finding.round}` : "", finding.ply ? fill(words.ply, finding.ply) : "", finding.line ? `${finding.line}:${finding.column ?? 1}` : ""];
  return html`<b>⚠ ${words[finding.severity]}</b> <code>${finding.code}</code> <bdi lang="en">${finding.message}</bdi> <small>${where.filter(Boolean).join(" · ")}</small>`;
}

