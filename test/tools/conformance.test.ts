import type { JsonSchemaObject } from "@toolkiln/runtime";
import { argumentArbitrary, describeTool, nearMisses } from "@toolkiln/runtime/testing";
import fc, { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import { registry, type ToolId } from "../../generated/registry.js";
import { workbench, type Workbench } from "./workbench.js";

const runs = 200;

/** Codes that the executor may answer with whatever the tool. */
const general = new Set(["ValidationFailed", "Cancelled", "Timeout", "NotAvailable"]);

/**
 * Parameters that random values must not choose: programs that would really be started, and addresses that would
 * really be reached. Everything else stays as it was drawn.
 */
const tamed: Partial<Record<ToolId, (input: Record<string, unknown>) => Record<string, unknown>>> = {
  "terminal-execute": ({ shell: _shell, ...input }) => ({
    ...input,
    command: ["node", "-e", "process.exit(process.argv.length % 3)", ...strings(input["command"])],
    environment: {},
    timeoutSeconds: 5,
  }),
  "http-request": (input) => ({ ...input, url: "http://127.0.0.1:9/" }),
};

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => String(item).replaceAll("\0", "").slice(0, 100)) : [];
}

/** Paths are drawn from those that exist as often as from any text, so that the bodies are reached. */
const paths = ["a.txt", "folder", "folder/b.json", ".", "missing", "image.svg", "../outside", "a.txt/x"];

function aim(input: Record<string, unknown>, pick: number): Record<string, unknown> {
  const pathLike = new Set(["path", "from", "to", "cwd"]);
  const entries = Object.entries(input).map(([name, value], index) =>
    pathLike.has(name) && typeof value === "string"
      ? [name, paths[(pick + index) % paths.length]]
      : [name, value],
  );
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function namedCodes(description: string): Set<string> {
  const list = /Error codes: ([A-Za-z, ]+)\./.exec(description)?.[1] ?? "";
  return new Set(list.split(", ").filter(Boolean));
}

/** Inputs that satisfy a schema; the schema of a tool's parameters is always that of an object. */
function draw(schema: JsonSchemaObject, numRuns: number, seed: number): Record<string, unknown>[] {
  return sample(argumentArbitrary(fc, schema) as fc.Arbitrary<Record<string, unknown>>, { numRuns, seed });
}

function freshBench(): Workbench {
  const bench = workbench({ "a.txt": "hello\n", "folder/b.json": '{"a":1}', "image.svg": "<svg/>" });
  bench.git("init", "--quiet", "--initial-branch=main");
  bench.git("config", "user.name", "Kiln");
  bench.git("config", "user.email", "kiln@example.com");
  return bench;
}

const handles = [...registry.tools];
const tools = await Promise.all(handles.map((handle) => handle.load()));

for (const tool of tools) describeTool(tool, { describe, it });

describe.each(tools.map((tool) => ({ id: tool.contract.id as ToolId, tool })))("$id", ({ id, tool }) => {
  const { spec } = tool.contract;
  const allowed = new Set([...general, ...namedCodes(spec.description)]);

  it(`answers ${runs} generated inputs only with the codes it names`, async () => {
    using bench = freshBench();
    const inputs = draw(spec.inputSchema, runs, 20);
    const unexpected: string[] = [];
    let reached = 0;
    for (const [index, drawn] of inputs.entries()) {
      const input = tamed[id]?.({ ...drawn }) ?? aim({ ...drawn }, index);
      const { status, result } = await bench.dispatch(id, input);
      if (status === "completed" || status === "failed") reached++;
      if (!result.success && !allowed.has(result.error.code ?? "")) {
        unexpected.push(
          `${result.error.code ?? ""}: ${result.error.message} for ${JSON.stringify(input).slice(0, 200)}`,
        );
      }
    }
    expect(unexpected).toEqual([]);
    expect(reached).toBeGreaterThan(0);
  }, 180_000);

  it(`refuses ${runs} near misses before its body runs`, async () => {
    using bench = freshBench();
    const samples = draw(spec.inputSchema, 40, 21);
    const misses = samples.flatMap((sample) => [...nearMisses(spec.inputSchema, sample)]).slice(0, runs);
    const accepted: string[] = [];
    for (const { title, input } of misses) {
      const { status } = await bench.dispatch(id, input);
      if (status !== "invalid") accepted.push(`${title}: ${status}`);
    }
    expect(accepted).toEqual([]);
    expect(misses.length).toBeGreaterThan(0);
  }, 120_000);
});
