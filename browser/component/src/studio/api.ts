// Requests to the studio's server.
import type { Json } from "../types";

/** Thrown if the server refuses a call; `more` holds all values in its answer. */
export class Refusal extends Error {
  constructor(message: string, readonly status: number, readonly more: Record<string, Json>) {
    super(message);
  }

  /** Whether the sheet was changed elsewhere. */
  get stale(): boolean {
    return this.status === 409 && this.more["stale"] === true;
  }
}

/** Thrown if the server does not answer. */
export class Unreachable extends Error {}

export class Api {
  constructor(readonly token: string) {}

  async post<T>(path: string, body: object = {}): Promise<T> {
    return this.send(path, JSON.stringify(body), "application/json");
  }

  async send<T>(path: string, body: BodyInit, type: string): Promise<T> {
    let answer: Response;
    try {
      answer = await fetch(`/api/${path}`, { method: "POST", body, headers: { "Content-Type": type, "X-Kifu-Token": this.token } });
    } catch {
      throw new Unreachable();
    }
    const values: Json = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refusal(values.error ?? `${answer.status} ${answer.statusText}`, answer.status, values);
    return values as T;
  }
}
