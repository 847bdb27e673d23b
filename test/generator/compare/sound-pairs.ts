import type { JsonSchemaObject } from "@toolkiln/runtime";
import { compileSchema } from "../../../generator/json-schema/schema-compiler.js";
import { classOf } from "../../../generator/compare/change.js";
import { compareSchemas, type SchemaRole } from "../../../generator/compare/compare-schemas.js";
import { mutate } from "../support/mutate.js";
import { Random } from "../support/random.js";
import { SchemaSampler } from "../support/sample-schema.js";
import { changeSchema, randomRoot } from "./random-schemas.js";

/** The result of comparing random pairs of schemas. */
export interface PairCounts {
  pairs: number;
  safe: number;
  undecided: number;
  values: number;
  /** Pairs that were classified as safe although a value refutes it. */
  readonly refuted: string[];
}

/**
 * Compares random pairs of schemas, as parameters and as results. If a change is not classified as breaking, new parameters
 * must accept every value that the old ones accept, and an old result schema every value of the new one.
 */
export function checkPairs(pairs: number, seed: number): PairCounts {
  const random = new Random(seed);
  const counts: PairCounts = { pairs: 0, safe: 0, undecided: 0, values: 0, refuted: [] };
  while (counts.pairs < pairs) {
    const before = randomRoot(random);
    const after = random.chance(0.85) ? changeSchema(before, random) : randomRoot(random);
    for (const role of ["parameters", "result"] as const) checkPair(before, after, role, random, counts);
  }
  return counts;
}

function checkPair(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  role: SchemaRole,
  random: Random,
  counts: PairCounts,
): void {
  const [narrow, wide] = role === "parameters" ? [before, after] : [after, before];
  const [isNarrow, isWide] = [compileSchema(narrow, false), compileSchema(wide, false)];
  if (isNarrow instanceof Error || isWide instanceof Error) return;
  counts.pairs++;
  const codes = compareSchemas(before, after, role).map(({ code }) => code);
  if (codes.includes("TK7007")) counts.undecided++;
  if (codes.some((code) => classOf(code) === "breaking")) return;
  counts.safe++;
  const sampler = new SchemaSampler(narrow, random);
  for (let index = 0; index < 12; index++) {
    const sample = sampler.sample();
    const value =
      index % 3 === 2 && typeof sample === "object" && sample !== null
        ? mutate(sample, random).value
        : sample;
    if (!isNarrow(value)) continue;
    counts.values++;
    if (!isWide(value)) return void counts.refuted.push(JSON.stringify({ role, before, after, value }));
  }
}
