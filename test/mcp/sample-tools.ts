import { ToolArtifact, ToolExecutor, ToolRegistry, ToolResult } from "@toolkiln/runtime";
import type { ToolExecutorOptions } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";

/** A PNG image with one pixel, in base64. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Counts the aborted calls of `slow`. */
export interface Observed {
  aborted: number;
}

const text = { type: "string" } as const;

/** Tools whose results cover every form of an MCP result. */
export function sampleTools(observed: Observed = { aborted: 0 }): MockTool[] {
  return [
    new MockTool({
      id: "echo",
      name: "Echo",
      description: "Return the given text.",
      category: "custom",
      riskLevel: "safe",
      kind: "text",
      schema: { type: "object", properties: { text }, required: ["text"], additionalProperties: false },
      execute: ({ text: content }) => ({ content }),
    }),
    new MockTool({
      id: "deploy",
      name: "Deploy",
      description: "Deploy a version.",
      category: "system",
      riskLevel: "high",
      kind: "deploy.report",
      executionSummary: "Deploy {version} to {target}",
      schema: {
        type: "object",
        properties: {
          version: text,
          target: { enum: ["staging", "production"], default: "staging" },
          replicas: { type: "integer", minimum: 1, maximum: 5, default: 2 },
          dryRun: { type: "boolean" },
          password: { ...text, "x-sensitive": true },
          labels: { type: "object" },
        },
        required: ["version"],
        additionalProperties: false,
      },
      result: { dataSchema: { type: "object" } },
      execute: (params) => ({ ...params }),
    }),
    new MockTool({
      id: "slow",
      description: "Take a while.",
      riskLevel: "safe",
      schema: { type: "object", properties: { steps: { type: "integer" } } },
      execute: async ({ steps }, context) => {
        const { signal } = context;
        signal.addEventListener("abort", () => observed.aborted++);
        const total = Number(steps ?? 4);
        for (let step = 1; step <= total && !signal.aborted; step++) {
          context.reportProgress(`step ${step}`, step, total);
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
        return { done: true };
      },
    }),
    new MockTool({
      id: "picture",
      description: "Give a picture.",
      riskLevel: "safe",
      kind: "image",
      execute: () => ({ base64: pixel, alt: "A pixel" }),
    }),
    new MockTool({
      id: "build",
      description: "Leave files behind.",
      riskLevel: "safe",
      execute: () =>
        ToolResult.succeededWithArtifacts(
          [ToolArtifact.file("out/a b.txt", true), ToolArtifact.deletedFile("old.txt")],
          { files: 1 },
          "Built",
        ),
    }),
    new MockTool({
      id: "file-read",
      description: "Read a file.",
      riskLevel: "safe",
      kind: "file_content",
      schema: { type: "object", properties: { path: text, encoding: text }, required: ["path"] },
      execute: ({ path, encoding }) =>
        path === "out/a b.txt" || path === "out/dot.png"
          ? { path, content: encoding === "base64" ? pixel : "built", size: 5 }
          : ToolResult.failed("There is no such file.", "NotFound"),
    }),
    new MockTool({
      id: "odd",
      description: "Give data that JSON has no word for.",
      riskLevel: "safe",
      execute: () => ({
        lone: "\ud800",
        big: 2n ** 70n,
        missing: undefined,
        lines: "a\nb\u2028c",
        nested: [Number.NaN],
      }),
    }),
    new MockTool({ id: "list", description: "Return a list.", riskLevel: "safe", execute: () => ["a", "b"] }),
    new MockTool({
      id: "numbers",
      description: "Return a list of numbers that matches the schema.",
      riskLevel: "safe",
      kind: "numbers.all",
      result: { dataSchema: { type: "array", items: { type: "integer" } } },
      execute: () => [1, 2],
    }),
    new MockTool({
      id: "loan",
      description: "Give an object that its schema refers to.",
      riskLevel: "safe",
      kind: "loan.one",
      result: { dataSchema: { $ref: "#/$defs/loan", $defs: { loan: { type: "object", required: ["id"] } } } },
      execute: () => ({ id: 1 }),
    }),
    new MockTool({
      id: "either",
      description: "Give one of two objects.",
      riskLevel: "safe",
      kind: "either.one",
      result: { dataSchema: { anyOf: [{ type: "object", required: ["id"] }, { type: "string" }] } },
      execute: () => ({ id: 2 }),
    }),
    new MockTool({
      id: "broken",
      description: "Fail with a part of the work done.",
      riskLevel: "safe",
      execute: () => ToolResult.failed("The disk at /var/lib/data/x is full", "DiskFull", { written: 3 }),
    }),
  ];
}

/** An executor of the sample tools. */
export function sampleExecutor(options: ToolExecutorOptions = {}, observed?: Observed): ToolExecutor {
  const registry = new ToolRegistry();
  for (const tool of sampleTools(observed)) registry.registerTool(tool);
  return new ToolExecutor(registry, { maxConcurrentExecutions: 50, ...options });
}
