// usage: node bare-worker.js <connection string>   pg-boss by itself: fetches on NOTIFY, completes, notifies the submitter
import { PgBoss } from "pg-boss";

const [connectionString] = process.argv.slice(2);
const boss = new PgBoss({ connectionString, schema: "bare", schedule: false });
boss.on("error", () => {});
await boss.start();
await boss.createQueue("calls");
const database = boss.getDb();
let free = 16;
let again = false;
let pumping = false;

async function run(job) {
  await boss.complete("calls", job, { value: job.data.value });
  await database.executeSql("select pg_notify('bare_results', $1)", [job.id]);
  free++;
  await pump();
}

async function pump() {
  again = true;
  if (pumping) return;
  pumping = true;
  while (again && free > 0) {
    again = false;
    const jobs = await boss.fetch("calls", { batchSize: free });
    free -= jobs.length;
    for (const job of jobs) void run(job);
  }
  pumping = false;
}

await database.listen("bare_calls", pump, pump);
setInterval(pump, 2_000);
process.stdout.write("ready\n");
