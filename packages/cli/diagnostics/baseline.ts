import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Diagnostic } from "@toolkiln/generator";
import { CommandError } from "../command-error.js";
import { isRecord } from "@toolkiln/runtime/json";
import { isError } from "./is-error.js";

/** How many diagnostics of a code each file may have: those that were there when the baseline was written. */
type Baseline = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface BaselineFile {
  readonly version: 1;
  readonly findings: Baseline;
}

/** Leaves out the diagnostics that a baseline knows. Errors are never left out. */
export function withoutKnown(diagnostics: readonly Diagnostic[], file: string): readonly Diagnostic[] {
  if (!existsSync(file)) return diagnostics;
  const left = new Map<string, number>();
  for (const [path, codes] of Object.entries(read(file))) {
    for (const [code, amount] of Object.entries(codes)) left.set(`${path} ${code}`, amount);
  }
  return diagnostics.filter((diagnostic) => {
    if (isError(diagnostic)) return true;
    const key = `${diagnostic.file} ${diagnostic.code}`;
    const amount = left.get(key) ?? 0;
    left.set(key, amount - 1);
    return amount <= 0;
  });
}

/** Writes down what is found now, errors aside; returns how many diagnostics that are. */
export function writeBaseline(diagnostics: readonly Diagnostic[], file: string): number {
  const known = diagnostics.filter((diagnostic) => !isError(diagnostic));
  const findings: Record<string, Record<string, number>> = {};
  for (const { file: path, code } of known.toSorted(byPlace)) {
    const codes = (findings[path] ??= {});
    codes[code] = (codes[code] ?? 0) + 1;
  }
  writeFileSync(file, `${JSON.stringify({ version: 1, findings } satisfies BaselineFile, undefined, 2)}\n`);
  return known.length;
}

function read(file: string): Baseline {
  const value = parse(readFileSync(file, "utf8"));
  if (isBaseline(value)) return value.findings;
  throw new CommandError(
    `${file} is not a baseline. Write it anew with \`toolkiln lint --update-baseline\`.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isBaseline(value: unknown): value is BaselineFile {
  if (!isRecord(value) || value["version"] !== 1 || !isRecord(value["findings"])) return false;
  return Object.values(value["findings"]).every(
    (codes) => isRecord(codes) && Object.values(codes).every((amount) => typeof amount === "number"),
  );
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.file === b.file ? (a.code < b.code ? -1 : 1) : a.file < b.file ? -1 : 1;
}
