// The parts of a panel: kifu/browser/studio/panel.py, as JSON. Keys that are left out have their defaults.
import type { Text } from "../../scene/types";
import type { Json } from "../../types";
import type { Estimate } from "../types";

export type Answers = Record<string, Json>;

export type Choice = { is: "choice"; key: string; name: Text; values: [value: Json, text: Text][]; must?: boolean; off?: boolean; menu?: Text };
export type Pick = { is: "pick"; key: string; name: Text; things: string[]; most: number; picked: Text; marked?: string[]; mark?: Text };
export type Field = { is: "field"; key: string; name: Text; range?: [low: number, high: number, usual: number]; hint?: Text; off?: boolean };
export type Piles = { is: "piles"; key: string; name: Text; piles: [name: Text, size: number][]; full: Text };
export type Button = { is: "button"; text: Text; press?: string; sets?: Answers; call?: [name: string, body: Json]; goes?: number; main?: boolean; off?: boolean; on?: boolean };
export type Plans = { is: "plans"; name: Text; use: Text; plans: { text: Text; below: Text[]; sets: Answers; mine: boolean; estimate: Estimate }[] };

export type Part =
  | { is: "note"; text: Text }
  | { is: "section"; name: Text; parts: Part[]; inner?: boolean }
  | { is: "row"; parts: Part[] }
  | Choice | Pick | Field | Piles | Button | Plans;
