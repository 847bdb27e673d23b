import { existsSync, readFileSync } from "node:fs";
import type { DiagnosticCode } from "./diagnostic.js";

/** Why a code is reported, with a bad and a good example. */
export interface Explanation {
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}

let cached: ReadonlyMap<string, Explanation> | undefined;

/** The explanation of a code, from the `explanations.md` of this package. */
export function explanationOf(code: DiagnosticCode): Explanation {
  cached ??= parseExplanations(readExplanations());
  const explanation = cached.get(code);
  if (explanation === undefined) throw new Error(`${code} has no explanation.`);
  return explanation;
}

/** Reads the file in the package's root, one or two levels above this module's folder. */
function readExplanations(): string {
  const files = ["../explanations.md", "../../explanations.md"].map((path) => new URL(path, import.meta.url));
  return readFileSync(files.find((file) => existsSync(file)) ?? "", "utf8");
}

/** A section is a code, a paragraph and two examples. */
function parseExplanations(text: string): ReadonlyMap<string, Explanation> {
  const section = /^## (TK\d{4}) .+\n\n(.+)\n\n```\w*\n([^]*?)\n```\n\n```\w*\n([^]*?)\n```$/gm;
  const found = [...text.replaceAll("\r\n", "\n").matchAll(section)];
  return new Map(found.map(([, code = "", why = "", bad = "", good = ""]) => [code, { why, bad, good }]));
}
