// usage: node worker.js <connection string> <folder>   a worker of the chaos test, until it is killed
import { startWorker } from "@toolkiln/queue";
import { chaosRegistry } from "./chaos-tools.js";

const [connectionString, folder] = process.argv.slice(2);
const connect = async () => {
  try {
    await startWorker(chaosRegistry(folder), {
      connectionString,
      key: "a key for tests only",
      concurrency: 8,
    });
  } catch (error) {
    // The server may be down at the moment.
    process.stderr.write(`A worker could not start: ${error.message}\n`);
    setTimeout(connect, 200);
  }
};
await connect();
