// usage: node test/docs/simulate-scale.js   prints the table of docs/scale.md: the PostgreSQL load of a number of workers
//
// Each worker runs `slots` calls at once and uses three connections, plus one for each call with `concurrency` keys. It polls
// every two seconds, sends a heartbeat every three seconds while it runs calls, and receives every notification of its queue.

const slots = 8;
const callSeconds = 1;
const busy = 0.5;
const lockedShare = 0.1;
/** Calls per submission under load. */
const batch = 10;
/** Measured on one machine: 459 calls a second with five statements each; `connections` is the configured limit. */
const capacity = { statements: 459 * 5, connections: 200 };

/** The load of a number of workers, spread evenly over `queues`. */
export function loadOf(workers, queues = 1) {
  const calls = (workers * slots * busy) / callSeconds;
  const submissions = calls / batch;
  // Each notification makes all workers of its queue that have a free slot fetch once.
  const wakes = submissions * (workers / queues) * (1 - busy);
  const polls = workers / 2;
  const heartbeats = workers / 3;
  // Submission, fetch and result, each with a notification or a read.
  const statements = submissions * 2 + calls * 0.5 + calls + wakes + polls + heartbeats;
  const connections = workers * (3 + slots * busy * lockedShare);
  const databases = Math.ceil(Math.max(statements / capacity.statements, connections / capacity.connections));
  return { workers, queues, wakes, statements, connections, databases };
}

/** The rows of the table. */
export function scaleTable() {
  const number = (value) => Math.round(value).toLocaleString("en-US");
  return [loadOf(10), loadOf(100), loadOf(100, 10), loadOf(10_000), loadOf(10_000, 1_000)].map((load) =>
    [load.workers, load.queues, load.wakes, load.statements, load.connections, load.databases].map(number),
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const row of scaleTable()) process.stdout.write(`| ${row.join(" | ")} |\n`);
}
