// Open files that are chosen or dropped, and texts that are pasted.
import { html, type TemplateResult } from "lit";
import { Dialog } from "../dialog";
import { openFile } from "./files";
import type { Studio } from "../state";

/** Opens files, and then reports those that could not be opened. */
export async function takeFiles(studio: Studio, files: Iterable<File>) {
  const wrong: string[] = [];
  for (const file of files) {
    if (!(await openFile(studio, file.name, file))) wrong.push(`${file.name}: ${studio.wrong}`);
  }
  if (wrong.length) studio.complain(wrong.join(" · "));
}

/** Opens a text or files pasted outside a field. */
export function pasted(studio: Studio, event: ClipboardEvent) {
  const target = event.composedPath()[0];
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  const files = event.clipboardData?.files, text = event.clipboardData?.getData("text/plain");
  if (files?.length) void takeFiles(studio, files);
  else if (text) void openFile(studio, studio.words.pastedName, text);
}

export class OpenDialog extends Dialog {
  protected get heading(): string {
    return this.words.open;
  }

  protected content(): TemplateResult {
    const { words, studio } = this;
    const files = (event: Event) => void takeFiles(studio, (event.target as HTMLInputElement).files ?? []);
    return html`
      <label class="field">${words.chooseFiles}<input type="file" multiple @change=${files} /></label>
      <form class="stack" @submit=${this.submit}>
        <label class="field">${words.orPaste}<textarea name="text" rows="8" spellcheck="false" autocapitalize="off"></textarea></label>
        ${this.foot(html`<button class="main">${words.openText}</button>`)}
      </form>`;
  }

  private submit(event: SubmitEvent) {
    event.preventDefault();
    const text = new FormData(event.target as HTMLFormElement).get("text") as string;
    void openFile(this.studio, this.words.pastedName, text);
  }
}
