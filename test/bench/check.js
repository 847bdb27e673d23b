// npm run bench:check      fails when a path takes 1.5 times longer, against its floor, than what is recorded
import { readFileSync } from "node:fs";
import { cold } from "./cold/index.js";
import { dispatch } from "./dispatch/index.js";
import { generateAgain } from "./generate/index.js";
import { takeTables } from "./report/tables.js";
import { validate } from "./validate/index.js";

const tolerance = 1.5;
/** A busy moment of the machine is no regression: what is slow has to be so each time. */
const attempts = 3;

const recorded = JSON.parse(readFileSync(new URL("results/results.json", import.meta.url), "utf8"));
const paths = {
  dispatch: () => dispatch({ peers: false }),
  validate: () => validate({ peers: false }),
  cold: () => cold({ rounds: 7, peers: false }),
  generate: () => generateAgain(),
};

const slow = [];
for (const [name, measure] of Object.entries(paths)) slow.push(...(await slowCases(name, measure)));
if (slow.length > 0) {
  console.error(`\nSlower than recorded, against the floor of the same run:\n${slow.join("\n")}`);
  console.error("If that is the price of something better, record it: npm run bench -- --record");
  process.exit(1);
}
console.log(`\nNo path takes ${tolerance} times as long as recorded.`);

/** The cases of a benchmark that were too slow each time. */
async function slowCases(name, measure) {
  let problems = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    await measure();
    problems = takeTables().flatMap((table) => tooSlow(table, recorded[name]?.tables ?? []));
    if (problems.length === 0) break;
  }
  return problems;
}

/** The rows of a table, its floor aside, that take too long against the table of the same title on record. */
function tooSlow({ title, rows }, known) {
  const before = known.find((table) => table.title === title)?.rows ?? [];
  return rows.slice(1).flatMap(({ name, ratio }) => {
    const expected = before.find((row) => row.name === name)?.ratio;
    if (expected === undefined) return [`  ${name}: nothing is recorded`];
    if (ratio <= expected * tolerance) return [];
    return [`  ${name}: ${ratio.toFixed(2)} times its floor, recorded ${expected.toFixed(2)}`];
  });
}
