// usage: node worker.js <connection string>   a worker of @toolkiln/queue with a tool that does nothing
import { startWorker } from "@toolkiln/queue";
import { echoRegistry } from "./echo-registry.js";

const [connectionString] = process.argv.slice(2);
await startWorker(echoRegistry(), { connectionString, key: "a key for benchmarks", concurrency: 16 });
process.stdout.write("ready\n");
