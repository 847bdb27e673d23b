import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import { isRecord } from "@toolkiln/runtime/json";
import { CommandError } from "../command.js";
import { parseObject } from "../init/planned-file.js";
import { isError } from "../report.js";

/** Filters out the diagnostics in a project's baseline. Errors are always kept. */
export function withoutKnown(
  diagnostics: readonly Diagnostic[],
  { root, baseline }: Project,
): readonly Diagnostic[] {
  if (baseline === undefined || !existsSync(join(root, baseline))) return diagnostics;
  const { version, diagnostics: known } = parseObject(readFileSync(join(root, baseline), "utf8")) ?? {};
  if (version !== 1 || !isRecord(known))
    throw new CommandError(
      `${baseline} is not a baseline. Write it again with \`toolkiln lint --update-baseline\`.`,
    );
  const left = new Map<string, number>();
  for (const [path, codes] of Object.entries(known))
    for (const [code, amount] of Object.entries(Object(codes))) left.set(`${path} ${code}`, Number(amount));
  return diagnostics.filter((diagnostic) => {
    if (isError(diagnostic)) return true;
    const key = `${diagnostic.file} ${diagnostic.code}`;
    const amount = left.get(key) ?? 0;
    left.set(key, amount - 1);
    return !(amount > 0);
  });
}

/** Writes the number of warnings and hints per file and code to the baseline; returns their total. */
export function writeBaseline(all: readonly Diagnostic[], { root, baseline }: Project): number {
  if (baseline === undefined)
    throw new CommandError(
      'No baseline is configured. Set its file in the configuration first, for example `baseline: "known.json"`.',
    );
  const known = all.filter((diagnostic) => !isError(diagnostic));
  const diagnostics: Record<string, Record<string, number>> = {};
  const places = known.map(({ file, code }) => ({ file, code, key: `${file} ${code}` }));
  for (const { file, code } of places.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const codes = (diagnostics[file] ??= {});
    codes[code] = (codes[code] ?? 0) + 1;
  }
  writeFileSync(join(root, baseline), `${JSON.stringify({ version: 1, diagnostics }, undefined, 2)}\n`);
  return known.length;
}
