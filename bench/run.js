// npm run bench -- dispatch cold      measures; without names, everything
import { cold } from "./cold/index.js";
import { dispatch } from "./dispatch/index.js";

const benchmarks = { dispatch, cold };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`,
  );
  process.exit(2);
}
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await benchmark();
}
