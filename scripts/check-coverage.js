// Compares the coverage of the last run with what the packages promise. `npm run coverage` runs it after the tests.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const least = { lines: 90, branches: 85, linesOfAFile: 70 };

const { total, ...files } = JSON.parse(readFileSync("coverage/coverage-summary.json", "utf8"));
const missed = Object.entries(files)
  .filter(([, { lines }]) => lines.total > 0 && lines.pct < least.linesOfAFile)
  .map(
    ([file, { lines }]) =>
      `${relative(".", file)}: ${lines.pct} % of its lines, at least ${least.linesOfAFile} % are expected`,
  );
for (const kind of ["lines", "branches"])
  // Where nothing was measured, the share is a word.
  if (!(total[kind].pct >= least[kind]))
    missed.push(`all files: ${total[kind].pct} % of the ${kind}, at least ${least[kind]} % are expected`);

console.log(
  `coverage of ${Object.keys(files).length} files: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`,
);
for (const line of missed) console.error(line);
process.exit(missed.length > 0 ? 1 : 0);
