// The tools of the chaos test. Every run leaves a byte in the file of its execution, so that runs are counted on disk.
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";

/** @param {string} folder where runs are counted */
export function chaosRegistry(folder) {
  const registry = new ToolRegistry();
  const run = async ({ milliseconds }, { executionId }) => {
    appendFileSync(join(folder, executionId), ".");
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return executionId;
  };
  const alone = async ({ key, milliseconds }, { executionId, signal }) => {
    const marker = join(folder, `holds-${key}`);
    try {
      writeFileSync(marker, executionId, { flag: "wx" });
    } catch {
      // The call that left the marker was killed, or held the lock at the same time: the test counts these lines.
      appendFileSync(join(folder, "overlaps"), `${executionId}\n`);
    }
    await run({ milliseconds }, { executionId });
    if (!signal.aborted) rmSync(marker, { force: true });
    return executionId;
  };
  const isObject = (value) => typeof value === "object" && value !== null;
  const add = (id, body, spec = {}) =>
    registry.registerTool(
      defineContract({
        id,
        wireName: id,
        name: id,
        description: id,
        category: "custom",
        risk: "safe",
        kind: "structured",
        inputSchema: { type: "object" },
        result: {},
        ...spec,
        validators: async () => ({ params: isObject }),
      }).implement(body),
    );
  add("once", run);
  add("again", run, { hints: { idempotent: true } });
  add("alone", alone, { concurrency: [{ key: "{key}", mode: "exclusive" }] });
  return registry;
}

/** The tool and the input of one of many calls. */
export function chaosCall(index) {
  const tool = index % 10 === 0 ? "alone" : index % 2 === 0 ? "again" : "once";
  return { tool, input: { milliseconds: index % 20, key: `k${index % 7}` } };
}
