// Fails when the coverage of the last run is below the thresholds. `npm run coverage` runs it after the tests.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const thresholds = { lines: 90, branches: 85, linesPerFile: 70 };

const { total, ...files } = JSON.parse(readFileSync("coverage/coverage-summary.json", "utf8"));
const failures = Object.entries(files)
  .filter(([, { lines }]) => lines.total > 0 && lines.pct < thresholds.linesPerFile)
  .map(
    ([file, { lines }]) =>
      `${relative(".", file)}: ${lines.pct} % of lines covered, expected at least ${thresholds.linesPerFile} %`,
  );
for (const kind of ["lines", "branches"])
  // Without measurements, `pct` is the string "Unknown".
  if (!(total[kind].pct >= thresholds[kind]))
    failures.push(
      `all files: ${total[kind].pct} % of ${kind} covered, expected at least ${thresholds[kind]} %`,
    );

console.log(
  `coverage of ${Object.keys(files).length} files: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`,
);
for (const line of failures) console.error(line);
process.exit(failures.length > 0 ? 1 : 0);
