// The analysis of a record: what each decision cost, with its progress.
import { html, type TemplateResult } from "lit";
import { Refusal } from "../api";
import type { Changes } from "../changes";
import type { Host } from "../host";
import type { Shown } from "../shown";

const EVERY = 500; // ms between two questions about the progress

interface Progress {
  done: number;
  total: number;
}

export class Analysis {
  private running: (Progress & { shown: Shown; cancelled: boolean }) | null = null;

  constructor(private studio: Host, private changes: Changes) {}

  /** Draws a button that starts the analysis of a sheet's record, or its progress. */
  panel(shown: Shown, playouts: number): TemplateResult {
    const { running, studio: { words } } = this;
    return html`<section class="stack"><h2>${words.analysis}</h2><p class="soft">${words.howAnalysed(playouts)}</p>
      <div class="row">${running?.shown === shown
        ? html`<label class="field">${words.judged(running.done, running.total)}<progress max=${Math.max(1, running.total)} .value=${running.done}></progress></label><button ?disabled=${running.cancelled} @click=${() => this.cancel()}>${words.cancel}</button>`
        : html`<button class="main" ?disabled=${running !== null} @click=${() => this.run(shown, playouts)}>${words.analyse}</button>`}</div></section>`;
  }

  private async run(shown: Shown, playouts: number, canonical = false) {
    const { studio } = this, now = (this.running = { shown, done: 0, total: 0, cancelled: false });
    const timer = window.setInterval(async () => {
      Object.assign(now, await studio.api.post<Progress>(`sheets/${shown.sheet.id}/judged`).catch(() => ({})));
      studio.changed();
    }, EVERY);
    studio.say("");
    const answer = await studio.attempt(async () => {
      try {
        return await this.changes.later(shown, "analyse", { shown: shown.moment, playouts, canonical });
      } catch (error) {
        if (now.cancelled && error instanceof Refusal) return null;
        throw error;
      }
    });
    window.clearInterval(timer);
    this.running = null;
    const notation: string | undefined = answer ? undefined : studio.refused?.more["canonical"];
    if (studio.wrong && notation) studio.offer(studio.words.rewriteAs(notation), () => this.run(shown, playouts, true));
    studio.changed();
  }

  /** Cancels the analysis, which ends once the server has answered. */
  private cancel() {
    const { running, studio } = this;
    if (!running) return;
    running.cancelled = true;
    studio.changed();
    void studio.attempt(() => studio.api.post(`sheets/${running.shown.sheet.id}/stop`));
  }
}
