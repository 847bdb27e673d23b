import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check_compat, initSync } from "jsoncompat";
import { expect, it } from "vitest";
import { classOf } from "../../../../generator/compare/change.js";
import { compareSchemas } from "../../../../generator/compare/compare-schemas.js";
import { Random } from "../../../generator/support/random.js";
import { changeSchema, randomRoot } from "../../../generator/compare/random-schemas.js";

const pairs = 400;

it("agrees with jsoncompat on most changes of parameters", { timeout: 300_000 }, () => {
  const wasm = createRequire(import.meta.url).resolve("jsoncompat/jsoncompat_wasm_bg.wasm");
  initSync({ module: readFileSync(wasm) });
  const random = new Random(11);
  const counts = { both: 0, onlyOurs: 0, onlyTheirs: 0, undecided: 0, refused: 0 };
  for (let index = 0; index < pairs; index++) {
    const before = randomRoot(random);
    const after = changeSchema(before, random);
    // jsoncompat does not report TK7002, a parameter removed from an open object: every value is still accepted.
    const codes = compareSchemas(before, after, "parameters").flatMap(({ code }) =>
      code === "TK7002" ? [] : [code],
    );
    const ours = codes.every((code) => classOf(code) !== "breaking");
    const theirs = opinionOf(before, after);
    if (theirs === undefined) counts.refused++;
    else if (codes.includes("TK7007")) counts.undecided++;
    else if (ours === theirs) counts.both++;
    else if (ours) counts.onlyOurs++;
    else counts.onlyTheirs++;
  }
  process.stderr.write(`${JSON.stringify(counts)}\n`);
  expect(counts.both).toBeGreaterThan(0.8 * (pairs - counts.refused));
});

function opinionOf(before: object, after: object): boolean | undefined {
  try {
    return check_compat(JSON.stringify(before), JSON.stringify(after), "deserializer");
  } catch {
    return undefined;
  }
}
