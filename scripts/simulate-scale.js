// usage: node scripts/simulate-scale.js   prints the table of docs/scale.md: what a number of workers asks of PostgreSQL
//
// Each worker has `slots`, keeps three connections and one for every call with `concurrency` keys, looks for work every
// two seconds, beats every three while it runs something, and is woken by every notification of its queue.

const slots = 8;
const callSeconds = 1;
const busy = 0.5;
const lockedShare = 0.1;
/** Calls that one submission carries when many are made at once. */
const batch = 10;
/** What the measured machine took: 459 calls a second of five statements each; connections as PostgreSQL was configured. */
const capacity = { statements: 459 * 5, connections: 200 };

/** What a fleet asks of one PostgreSQL; `queues` share its workers evenly. */
export function loadOf(workers, queues = 1) {
  const calls = (workers * slots * busy) / callSeconds;
  const submissions = calls / batch;
  // A notification wakes the workers of its queue that have room; each looks once.
  const wakes = submissions * (workers / queues) * (1 - busy);
  const polls = workers / 2;
  const beats = workers / 3;
  // A submission, a fetch and an end, each with a notification or a read.
  const statements = submissions * 2 + calls * 0.5 + calls + wakes + polls + beats;
  const connections = workers * (3 + slots * busy * lockedShare);
  const databases = Math.ceil(Math.max(statements / capacity.statements, connections / capacity.connections));
  return { workers, queues, calls, wakes, statements, connections, databases };
}

/** The rows of the table. */
export function scaleTable() {
  const number = (value) => Math.round(value).toLocaleString("en-US");
  return [loadOf(10), loadOf(100), loadOf(100, 10), loadOf(10_000), loadOf(10_000, 1_000)].map((load) =>
    [
      load.workers,
      load.queues,
      load.calls,
      load.wakes,
      load.statements,
      load.connections,
      load.databases,
    ].map(number),
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const row of scaleTable()) process.stdout.write(`| ${row.join(" | ")} |\n`);
}
