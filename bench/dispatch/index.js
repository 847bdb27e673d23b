import { compareCases, printTable } from "../harness.js";

/** `executor.execute` against a direct call with the same validator. */
export async function dispatch() {
  const rows = await compareCases([
    { name: "direct call + emitted validator", module: new URL("direct.js", import.meta.url) },
    { name: "executor.execute, everything on", module: new URL("executor.js", import.meta.url) },
  ]);
  printTable("dispatch: one call of one tool with four parameters", rows);
  return rows;
}
