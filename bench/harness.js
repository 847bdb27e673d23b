import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The value below which a tenth of the measurements lie: what the work costs when nothing else disturbs it. */
export function quietDecile(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)];
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Measures cases against the first of them, the floor. Each runs in its own process, and the rounds of all are
 * interleaved, so that a slow moment of the machine falls on all alike.
 */
export async function compareCases(cases, { rounds = 30, calls = 20_000 } = {}) {
  const processes = await Promise.all(cases.map(({ module }) => startCase(module)));
  for (const child of processes) await round(child, calls);
  const measured = cases.map(() => []);
  for (let index = 0; index < rounds; index++) {
    for (const [position, child] of processes.entries()) measured[position].push(await round(child, calls));
  }
  for (const child of processes) child.kill();
  const floor = quietDecile(measured[0].map(({ nanoseconds }) => nanoseconds));
  return cases.map(({ name }, position) => {
    const times = measured[position].map(({ nanoseconds }) => nanoseconds);
    const quiet = quietDecile(times);
    const bytes = median(measured[position].map((result) => result.bytes));
    return { name, unit: "ns", quiet, median: median(times), bytes, ratio: quiet / floor };
  });
}

async function startCase(module) {
  const child = fork(fileURLToPath(new URL("case-process.js", import.meta.url)), [fileURLToPath(module)], {
    execArgv: ["--expose-gc"],
  });
  await once(child, "message");
  return child;
}

async function round(child, calls) {
  child.send({ calls });
  const [result] = await once(child, "message");
  return result;
}

/** Prints measurements as a table. */
export function printTable(title, rows) {
  console.log(`\n${title}`);
  const digits = (unit) => (unit === "ms" ? 1 : 0);
  const header = ["case", "quiet decile", "median", "memory", "ratio"];
  const cells = rows.map(({ name, unit, quiet, median: middle, bytes, memory, ratio }) => [
    name,
    `${quiet.toFixed(digits(unit))} ${unit}`,
    `${middle.toFixed(digits(unit))} ${unit}`,
    bytes === undefined
      ? memory === undefined
        ? ""
        : `${memory.toFixed(0)} MB`
      : `${bytes.toFixed(0)} B a call`,
    ratio.toFixed(2),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...cells].map((row) => row[column].length)));
  for (const row of [header, ...cells]) {
    const padded = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    );
    console.log(padded.join("   "));
  }
}
