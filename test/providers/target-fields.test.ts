import { aiSdk, anthropic, bedrock, gemini, langchain, openai, openaiAgents } from "@toolkiln/providers";
import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
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

describe("what a manifest says for one provider", () => {
  it("reaches OpenAI's Responses, and Chat Completions report it as lost", () => {
    const { definition, losses } = openai.adapt(spec, { api: "responses" });
    expect(definition).toMatchObject({ defer_loading: true, allowed_callers: ["direct", "programmatic"] });
    expect(losses.map(({ pointer }) => pointer)).toEqual(["/targets/openai/namespace"]);
    expect(openai.adapt(spec).losses.map(({ pointer }) => pointer)).toEqual([
      "/targets/openai/deferLoading",
      "/targets/openai/namespace",
      "/targets/openai/allowedCallers",
    ]);
  });

  it("reaches Anthropic, and through LangChain", () => {
    const fields = {
      allowed_callers: ["code_execution_20260120"],
      cache_control: { type: "ephemeral", ttl: "1h" },
      eager_input_streaming: true,
    };
    expect(anthropic.adapt(spec).definition).toMatchObject(fields);
    expect(langchain.adapt(spec).definition.extras).toEqual(fields);
  });

  it("ends no cached part with a tool that is found by searching, which Anthropic would refuse", () => {
    const targets = { anthropic: { deferLoading: true, cacheControl: {} } };
    const { definition } = anthropic.adapt({ ...spec, targets });
    expect(definition).toMatchObject({ defer_loading: true });
    expect(definition).not.toHaveProperty("cache_control");
  });

  it("reaches the providers behind the AI SDK, and the Agents SDK", () => {
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

it("sends the schema of the data where that is asked for", () => {
  expect(openai.adapt(spec, { api: "responses" }).definition).not.toHaveProperty("output_schema");
  const { definition } = openai.adapt(spec, { api: "responses", outputSchema: true });
  expect(definition).toMatchObject({ output_schema: dataSchema });
  expect(gemini.adapt(spec, { outputSchema: true }).definition.responseJsonSchema).toEqual(dataSchema);
});

it("asks Bedrock to hold the model to the schema", () => {
  expect(bedrock.adapt(spec, { strict: true }).definition.toolSpec).toMatchObject({
    strict: true,
    inputSchema: { json: { additionalProperties: false } },
  });
  expect(bedrock.adapt(spec).definition.toolSpec).not.toHaveProperty("strict");
});
