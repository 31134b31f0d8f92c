// Drawing marks on the board: with the right mouse button, as in lichess, or with a chosen tool by clicks, taps and keys.
import { CELL } from "../scene/grid";
import { labelsOf, placesOf, type Grid } from "../scene/types";
import { aboutOf, type About } from "./about";
import { annotate } from "./play/playing";
import type { Studio } from "./state";

const LINES = ["arrow", "line"];

export class Marking {
  /** The shape to draw by clicking; without one, a click plays. */
  tool: string | null = null;
  colour = "";
  label = "";
  /** Where a drag began, and where an arrow begins that is drawn with two clicks. */
  private from: string | null = null;
  private start: string | null = null;
  private sketch: SVGElement | null = null;

  constructor(private readonly of: () => Studio) {}

  get grid(): Grid | null {
    const { shown } = this.of();
    return shown && this.about ? (shown.step?.scene.grid ?? null) : null;
  }

  private get about(): About | undefined {
    const { shown } = this.of();
    return shown?.outdated ? undefined : shown ? aboutOf(shown)[0] : undefined;
  }

  choose(tool: string | null) {
    this.tool = tool;
    this.start = null;
  }

  /** Handles an event of the board before the board does. */
  readonly listener = { capture: true, handleEvent: (event: Event) => this.handle(event) };

  private handle(event: Event) {
    const svg = event.composedPath().find((each): each is SVGSVGElement => each instanceof SVGSVGElement && each.matches(".grid")), { type } = event;
    const place = svg && this.grid ? this.placeAt(svg, event) : null, byTool = event instanceof PointerEvent && event.button === 0 && this.tool !== null;
    if (type === "pointerup" || type === "pointercancel") this.release(event as PointerEvent, type === "pointerup" ? place : null);
    if (!place) return;
    if (type === "pointerdown" && (byTool || (event as PointerEvent).button === 2)) this.from = place;
    else if (type === "pointermove") return this.draft(svg!, place);
    else if (type === "keydown" && this.tool && [" ", "Enter"].includes((event as KeyboardEvent).key)) this.tap(this.tool, place);
    else if (type !== "contextmenu" && !(type === "click" && this.tool)) return;
    event.preventDefault();
    if (type !== "pointerdown") event.stopPropagation();
  }

  /** Returns the place under the pointer, or the one with the focus. */
  private placeAt(svg: SVGSVGElement, event: Event): string | null {
    const { columns, lines } = this.grid!, box = (event.composedPath()[0] as Element).getBoundingClientRect();
    if (event instanceof KeyboardEvent && !(event.composedPath()[0] as Element).matches(".place")) return null;
    const [x, y] = event instanceof MouseEvent ? [event.clientX, event.clientY] : [box.x + box.width / 2, box.y + box.height / 2];
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
    const column = columns[Math.floor(point.x / CELL)], line = lines[Math.floor(point.y / CELL)];
    return column === undefined || line === undefined ? null : column + line;
  }

  private release(event: PointerEvent, to: string | null) {
    const { from, tool } = this;
    this.from = null;
    this.sketch?.remove();
    this.sketch = null;
    if (from === null || to === null) return;
    const red = event.shiftKey || event.ctrlKey, colour = red && event.altKey ? "yellow" : red ? "red" : event.altKey ? "blue" : this.colour;
    if (from !== to) this.draw(tool === "line" ? tool : "arrow", [from, to], colour);
    else this.tap(tool ?? "circle", to, colour);
  }

  /** Draws a mark at a place; an arrow or a line begins at one place and ends at the next. */
  private tap(shape: string, place: string, colour = this.colour) {
    const { start } = this, studio = this.of();
    this.start = null;
    if (!LINES.includes(shape)) this.draw(shape, [place], colour);
    else if (start !== null && start !== place) this.draw(shape, [start, place], colour);
    else {
      this.start = place;
      studio.say(studio.words.whereTo);
    }
  }

  /** Draws a mark at places that were typed; returns whether they exist. */
  type(text: string): boolean {
    const { grid, tool } = this, labels = grid ? labelsOf(grid) : [], places = grid ? placesOf(grid) : [];
    const found = text.split(/[\s,–-]+/).filter(Boolean).map((word) => places.find((place, at) => [place, labels[at]!].some((each) => each.toLowerCase() === word.toLowerCase())));
    const shape = tool ?? (found.length > 1 ? "arrow" : "circle"), needed = LINES.includes(shape) ? 2 : 1;
    if (found.length !== needed || !found.every((each) => each !== undefined)) return false;
    this.draw(shape, found as string[], this.colour);
    return true;
  }

  private draw(shape: string, at: string[], colour: string) {
    const marks = (this.about?.notes ?? []).flatMap((each) => each.marks ?? []).filter((each) => each.shape === "label");
    const own = marks.find((each) => each.at.join() === at.join()), letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const text = own?.text ?? (this.label || letters.find((each) => !marks.some((mark) => mark.text === each)));
    const mark = { shape, at, ...(colour ? { colour } : {}), ...(shape === "label" ? { text } : {}) };
    if (this.about) void annotate(this.of(), this.about.subject, { mark });
  }

  /** Shows the arrow that is being dragged. */
  private draft(svg: SVGSVGElement, to: string) {
    if (this.from === null) return;
    const names = placesOf(this.grid!), wide = this.grid!.columns.length;
    const [from, end] = [this.from, to].map((name) => [(names.indexOf(name) % wide) + 0.5, Math.floor(names.indexOf(name) / wide) + 0.5].map((each) => each * CELL));
    this.sketch ??= svg.appendChild(document.createElementNS(svg.namespaceURI!, "path") as SVGElement);
    this.sketch.setAttribute("class", "drawn");
    this.sketch.setAttribute("pointer-events", "none");
    this.sketch.setAttribute("d", `M${from}L${end}`);
  }
}
