import {
  aiSdk,
  anthropic,
  bedrock,
  gemini,
  langchain,
  openai,
  openaiAgents,
  toDefinitions,
  toOpenAIAgentsTools,
} from "@toolkiln/providers";
import { ToolExecutor, ToolRegistry, type JsonSchemaObject, type ToolSpec } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";
import { toolOf } from "./case-tools.js";

const schema: JsonSchemaObject = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const dataSchema: JsonSchemaObject = { type: "object", properties: { title: { type: "string" } } };
const spec: ToolSpec = {
  ...toolOf("issue_get", schema),
  kind: "issue.get",
  result: { dataSchema },
  targets: {
    openai: { deferLoading: true, namespace: "issues", allowedCallers: ["direct", "programmatic"] },
    anthropic: {
      allowedCallers: ["code_execution_20260120"],
      cacheControl: { ttl: "1h" },
      eagerInputStreaming: true,
    },
    "openai-agents": { deferLoading: true },
  },
};

describe("a provider's settings in a manifest", () => {
  it("are sent to OpenAI's Responses, and reported as lost for Chat Completions", () => {
    const { definition, losses } = openai.adapt(spec, { api: "responses" });
    expect(definition).toMatchObject({ defer_loading: true, allowed_callers: ["direct", "programmatic"] });
    expect(losses.map(({ pointer }) => pointer)).toEqual(["/targets/openai/namespace"]);
    expect(openai.adapt(spec).losses.map(({ pointer }) => pointer)).toEqual([
      "/targets/openai/deferLoading",
      "/targets/openai/namespace",
      "/targets/openai/allowedCallers",
    ]);
  });

  it("are sent to Anthropic, also through LangChain", () => {
    const fields = {
      allowed_callers: ["code_execution_20260120"],
      cache_control: { type: "ephemeral", ttl: "1h" },
      eager_input_streaming: true,
    };
    expect(anthropic.adapt(spec).definition).toMatchObject(fields);
    expect(langchain.adapt(spec).definition.extras).toEqual(fields);
  });

  it("set no cache breakpoint on a deferred tool, which Anthropic rejects", () => {
    const targets = { anthropic: { deferLoading: true, cacheControl: {} } };
    const { definition } = anthropic.adapt({ ...spec, targets });
    expect(definition).toMatchObject({ defer_loading: true });
    expect(definition).not.toHaveProperty("cache_control");
  });

  it("are sent through the AI SDK and the Agents SDK", () => {
    expect(aiSdk.adapt(spec).definition.providerOptions).toEqual({
      openai: { deferLoading: true, namespace: "issues", allowedCallers: ["direct", "programmatic"] },
      anthropic: {
        allowedCallers: ["code_execution_20260120"],
        cacheControl: { type: "ephemeral", ttl: "1h" },
        eagerInputStreaming: true,
      },
    });
    expect(openaiAgents.adapt(spec).definition.deferLoading).toBe(true);
  });
});

it("sends the output schema on request", () => {
  expect(openai.adapt(spec, { api: "responses" }).definition).not.toHaveProperty("output_schema");
  const { definition } = openai.adapt(spec, { api: "responses", outputSchema: true });
  expect(definition).toMatchObject({ output_schema: dataSchema });
  expect(gemini.adapt(spec, { outputSchema: true }).definition.responseJsonSchema).toEqual(dataSchema);
});

it("sends the Agents SDK the data as JSON if it sent the output schema", async () => {
  const tool = new MockTool({
    id: "issue_get",
    result: { dataSchema },
    execute: () => ({ title: "Broken" }),
  });
  const registry = ToolRegistry.of(tool);
  await using executor = new ToolExecutor(registry);
  const context = { isToolApproved: () => undefined };
  const [described] = await toOpenAIAgentsTools(registry, executor, { outputSchema: true });
  expect(described?.outputSchema).toMatchObject(dataSchema);
  expect(await described?.invoke(context, "{}")).toBe('{"title":"Broken"}');
  const [plain] = await toOpenAIAgentsTools(registry, executor);
  expect(plain).not.toHaveProperty("outputSchema");
  expect(await plain?.invoke(context, "{}")).toContain("Result: Success");
});

it("enables Bedrock's strict mode on request", () => {
  expect(bedrock.adapt(spec, { strict: true }).definition).toMatchObject({
    toolSpec: { strict: true, inputSchema: { json: { additionalProperties: false } } },
  });
  expect(bedrock.adapt(spec).definition).not.toHaveProperty("toolSpec.strict");
});

it("adds Bedrock's cache point after the tool", async () => {
  const cached = { ...spec, targets: { bedrock: { cacheControl: { ttl: "1h" } } } } as const;
  const other = toolOf("issue_list", schema);
  expect(await toDefinitions([cached, other], "bedrock")).toMatchObject([
    { toolSpec: { name: "issue_get" } },
    { cachePoint: { type: "default", ttl: "1h" } },
    { toolSpec: { name: "issue_list" } },
  ]);
  expect(bedrock.adapt(cached).losses).toEqual([]);
});
