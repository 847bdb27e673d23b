import { toLlmContext, ToolValidationResult, ToolValidationWarning } from "@toolkiln/runtime";
import type { SchemaValidator } from "@toolkiln/runtime/codegen/v1";
import type { AuditRecord, JsonSchemaObject, ToolExecutorOptions } from "@toolkiln/runtime";
import { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { makeExecutor, makeTool, type ToolOptions } from "./fixtures.js";

const integer: JsonSchemaObject = { type: "object", properties: { count: { type: "integer" } } };
const checkCount: SchemaValidator = new Ajv().compile(integer);

/** Every cause of a warning: the tool's spec, the input, and the expected message. */
const sources: Record<string, { tool: ToolOptions; input: object; message: string; lenient?: boolean }> = {
  "a former parameter name": {
    tool: { renamedParameters: { folder: "path" } },
    input: { folder: "src" },
    message: "Parameter 'folder' is deprecated. Use 'path' instead.",
  },
  "a deprecated parameter": {
    tool: {
      inputSchema: {
        type: "object",
        properties: { depth: { type: "integer", deprecated: true, "x-use-instead": "maxDepth" } },
      },
    },
    input: { depth: 1 },
    message: "Parameter 'depth' is deprecated. Use 'maxDepth' instead.",
  },
  "a deprecated tool": {
    tool: { deprecated: "Use file-open instead." },
    input: {},
    message: "Tool 'noted' is deprecated. Use file-open instead.",
  },
  "a string that was parsed": {
    tool: { inputSchema: integer, check: checkCount },
    input: { count: "3" },
    message: "Parameter 'count' arrived as a JSON string and was parsed.",
    lenient: true,
  },
  "a rule": {
    tool: {
      rules: [{ when: {}, warn: { code: "sensitive_file", message: "The file may hold credentials." } }],
      matchRules: () => [true],
    },
    input: {},
    message: "The file may hold credentials.",
  },
};

function observed(options: ToolExecutorOptions = {}) {
  const log: string[] = [];
  const audit: AuditRecord[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (message: string) => void log.push(message),
    error: () => {},
  };
  return { log, audit, options: { ...options, logger, audit: (record: AuditRecord) => audit.push(record) } };
}

describe.each(Object.entries(sources))(
  "a warning from %s",
  (_, { tool, input, message, lenient = false }) => {
    const noted = makeTool("noted", () => ({ done: true }), tool);

    it("reaches the result, its JSON and the model's text", async () => {
      const { result } = await makeExecutor([noted], { lenient }).dispatch("noted", input);
      expect(result.success).toBe(true);
      expect(result.warnings.map((warning) => warning.message)).toEqual([message]);
      expect(result.toJSON()["warnings"]).toEqual(result.warnings);
      expect(toLlmContext(result)).toContain(`Warnings:\n  - ${message}`);
    });

    it("reaches the log and the audit trail", async () => {
      const { log, audit, options } = observed({ lenient });
      await makeExecutor([noted], options).dispatch("noted", input);
      expect(log).toEqual([expect.stringContaining(message)]);
      const outcome = audit.find((record) => record.type === "outcome");
      expect(outcome?.warnings?.map((warning) => warning.message)).toEqual([message]);
    });

    it("stays with a call that fails, that is prepared first and that needs approval", async () => {
      const failing = makeTool("noted", () => Promise.reject(new Error("no disk")), {
        ...tool,
        risk: "medium",
      });
      const executor = makeExecutor([failing], { lenient });
      const prepared = await executor.prepare("noted", input);
      if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
      const { status, result } = await executor.resume(prepared.token, { decision: "approve" });
      expect(status).toBe("failed");
      expect(result.warnings.map((warning) => warning.message)).toEqual([message]);

      const ready = await makeExecutor([noted], { lenient }).prepare("noted", input);
      if (ready.status !== "ready") throw new Error(ready.status);
      const ran = await ready.run();
      expect(ran.result.warnings.map((warning) => warning.message)).toEqual([message]);
    });
  },
);

describe("warnings of a call", () => {
  it("are empty for a call without a reason to warn", async () => {
    const { result } = await makeExecutor([makeTool("plain", () => 1)]).dispatch("plain", {});
    expect(result.warnings).toEqual([]);
    expect(toLlmContext(result)).not.toContain("Warnings");
  });

  it("are those of the edited parameters after an edit", async () => {
    const tool = makeTool("noted", () => 1, { risk: "medium", renamedParameters: { folder: "path" } });
    const executor = makeExecutor([tool], {
      approve: () => ({ decision: "edit", params: { path: "lib" } }),
    });
    const { status, result } = await executor.dispatch("noted", { folder: "src" });
    expect(status).toBe("completed");
    expect(result.warnings).toEqual([]);
  });

  it("show no sensitive value in log and audit when the tool's own check quotes one", async () => {
    const warning = ToolValidationWarning.largeValue("token", "The token hunter2 is weak.");
    const tool = makeTool(
      "noted",
      { run: () => 1, validate: () => ToolValidationResult.validWithWarnings(warning) },
      { sensitive: ["/token"] },
    );
    const { log, audit, options } = observed();
    await makeExecutor([tool], options).dispatch("noted", { token: "hunter2" });
    expect(JSON.stringify([log, audit])).not.toContain("hunter2");
    expect(log).toHaveLength(1);
  });
});
