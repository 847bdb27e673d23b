// Runs one size of one thing in this process and prints what a unit of it costs.
import { createEnvelope, ToolExecutor, ToolRegistry, ToolResult, wrapPayload } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { renderTerminal } from "@toolkiln/render/terminal";

const [name, sizeText] = process.argv.slice(2);
const size = Number(sizeText);

function toolOf(id, run = async () => ({ ok: true })) {
  const spec = {
    id,
    wireName: id,
    name: id,
    description: "A tool.",
    category: "custom",
    risk: "safe",
    kind: "structured",
  };
  const validators = async () => ({ params: () => true });
  return defineContract({ ...spec, inputSchema: { type: "object" }, result: {}, validators }).implement(run);
}

function timeOf(work, times) {
  work();
  const started = performance.now();
  for (let index = 0; index < times; index++) work();
  return (performance.now() - started) / times;
}

const cases = {
  /** One call in a registry of so many tools. */
  async registry() {
    const registry = new ToolRegistry();
    for (let index = 0; index < size; index++) registry.registerTool(toolOf(`tool-${index}`));
    const executor = new ToolExecutor(registry);
    const id = `tool-${Math.floor(size / 2)}`;
    for (let index = 0; index < 2000; index++) await executor.execute(id, {});
    const started = performance.now();
    for (let index = 0; index < 10_000; index++) await executor.execute(id, {});
    return (performance.now() - started) / 10_000;
  },
  /** One call of so many at once, four running at a time. */
  async concurrency() {
    const registry = new ToolRegistry();
    registry.registerTool(toolOf("wait", () => new Promise((resolve) => setImmediate(resolve, {}))));
    const executor = new ToolExecutor(registry, { maxConcurrentExecutions: 4, maxQueueLength: size });
    const round = () => Promise.all(Array.from({ length: size }, () => executor.execute("wait", {})));
    await round();
    const rounds = Math.max(1, Math.floor(10_000 / size));
    const started = performance.now();
    for (let index = 0; index < rounds; index++) {
      const executions = await round();
      if (executions.some(({ status }) => status !== "completed")) throw new Error("A call was lost.");
    }
    return (performance.now() - started) / (rounds * size);
  },
  /** A result of so many bytes on its way to the model, to machines and to a terminal: serialised, cut, enveloped, shown. */
  result() {
    const rows = Array.from({ length: Math.ceil(size / 100) }, (_, index) => ({
      index,
      text: "x".repeat(80),
    }));
    const result = ToolResult.succeeded({ rows });
    return timeOf(
      () => {
        const text = result.toLlmContext();
        if (text.length > 60_000) throw new Error("The text was not cut.");
        wrapPayload(result.data, createEnvelope({ tool: "bench" }));
        if (renderTerminal(result).length > 1_000_000) throw new Error("What is shown was not cut.");
      },
      Math.max(1, Math.min(200, Math.floor(20_000_000 / size))),
    );
  },
};

console.log(JSON.stringify({ elapsed: await cases[name](), memory: process.resourceUsage().maxRSS / 1024 }));
