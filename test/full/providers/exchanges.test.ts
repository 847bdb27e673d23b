import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { GoogleGenAI } from "@google/genai";
import { specTypeSchemas } from "@modelcontextprotocol/server";
import {
  anthropic,
  gemini,
  mcp,
  openai,
  readTools,
  toDefinitions,
  type AdaptedTools,
} from "@toolkiln/providers";
import { ToolExecutor, toLlmContext } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import OpenAI from "openai";
import { toStrictJsonSchema } from "openai/lib/transform";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registry } from "../../../generated/registry.js";
import { fileRead } from "../../../generated/tools/file-read.js";
import { allTools } from "../../providers/case-tools.js";

let server: Server;
let address: string;
let workspace: string;
let bodies: Record<string, unknown>[];
let answers: ((body: Record<string, unknown>) => object)[];

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "exchange-"));
  await writeFile(join(workspace, "a.txt"), "hello");
  bodies = [];
  answers = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      bodies.push(body);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answers.shift()?.(body) ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(workspace, { recursive: true });
});

/** Runs a model's call and returns the text that the model is shown. */
async function runCall(tools: AdaptedTools, name: string, sent: unknown): Promise<string> {
  const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
  const call = tools.readCall(name, sent);
  if (call === undefined) throw new Error(`the model called ${name}, which was not offered`);
  const { result } = await executor.dispatch(call.id, call.input, { workspacePath: workspace });
  await executor.dispose();
  return toLlmContext(result);
}

/** The tools in the body of a request. */
function toolsOf(body: Record<string, unknown> | undefined): unknown {
  return body?.["tools"];
}

/** What a model sends in strict mode when it omits every optional parameter. */
const strictArguments = JSON.stringify(
  openai.adapt(fileRead.spec, { strict: true }).encode({ path: "a.txt" }),
);

describe("a whole exchange", () => {
  it("with OpenAI's Chat Completions", async () => {
    const client = new OpenAI({ apiKey: "none", baseURL: address, maxRetries: 0 });
    const tools = await toDefinitions(registry, "openai", { strict: true });
    const adapted = await readTools(registry, openai, { strict: true });
    const toolCall = {
      id: "c1",
      type: "function",
      function: { name: "file_read", arguments: strictArguments },
    };
    answers.push(
      () => ({ choices: [{ message: { role: "assistant", content: null, tool_calls: [toolCall] } }] }),
      () => ({ choices: [{ message: { role: "assistant", content: "It says hello." } }] }),
    );
    const user = { role: "user", content: "What is in a.txt?" } as const;
    const first = await client.chat.completions.create({ model: "any", messages: [user], tools });
    const message = first.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined || call?.type !== "function") throw new Error("no call came");
    const content = await runCall(adapted, call.function.name, call.function.arguments);
    const messages = [user, message, { role: "tool", tool_call_id: call.id, content } as const];
    await client.chat.completions.create({ model: "any", messages, tools });
    expect(JSON.stringify(bodies[1]?.["messages"])).toContain("hello");
    for (const tool of toolsOf(bodies[0]) as typeof tools) {
      const { strict, parameters } = tool.function;
      expect(strict ? toStrictJsonSchema(parameters) : parameters).toEqual(parameters);
    }
  });

  it("with OpenAI's Responses", async () => {
    const client = new OpenAI({ apiKey: "none", baseURL: address, maxRetries: 0 });
    const tools = await toDefinitions(registry, "openai", { strict: true, api: "responses" });
    const adapted = await readTools(registry, openai, { strict: true, api: "responses" });
    const output = [{ type: "function_call", call_id: "c1", name: "file_read", arguments: strictArguments }];
    answers.push(
      () => ({ output }),
      () => ({ output: [] }),
    );
    const response = await client.responses.create({ model: "any", input: "What is in a.txt?", tools });
    const call = response.output[0];
    if (call?.type !== "function_call") throw new Error("no call came");
    const text = await runCall(adapted, call.name, call.arguments);
    await client.responses.create({
      model: "any",
      input: [call, { type: "function_call_output", call_id: call.call_id, output: text }],
      tools,
    });
    expect(JSON.stringify(bodies[1]?.["input"])).toContain("hello");
    expect((toolsOf(bodies[0]) as { strict?: boolean }[]).map(({ strict }) => strict)).not.toContain(
      undefined,
    );
  });

  it("with Anthropic", async () => {
    const client = new Anthropic({ apiKey: "none", baseURL: address, maxRetries: 0 });
    const tools = await toDefinitions(registry, "anthropic", { strict: true });
    const adapted = await readTools(registry, anthropic, { strict: true });
    const use = { type: "tool_use", id: "c1", name: "file_read", input: { path: "a.txt" } };
    answers.push(
      () => ({ role: "assistant", content: [use] }),
      () => ({ role: "assistant", content: [] }),
    );
    const user = { role: "user", content: "What is in a.txt?" } as const;
    const first = await client.messages.create({ model: "any", max_tokens: 10, messages: [user], tools });
    const call = first.content[0];
    if (call?.type !== "tool_use") throw new Error("no call came");
    const content = await runCall(adapted, call.name, call.input);
    const answer = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call.id, content }],
    } as const;
    const messages = [
      user,
      { role: "assistant", content: first.content } as const,
      { ...answer, content: [...answer.content] },
    ];
    await client.messages.create({ model: "any", max_tokens: 10, messages, tools });
    expect(JSON.stringify(bodies[1]?.["messages"])).toContain("hello");
    for (const { input_schema: schema, strict } of toolsOf(bodies[0]) as typeof tools) {
      expect(strict === true ? transformJSONSchema(schema) : schema).toEqual(schema);
    }
  });

  it.each(["parameters", "parametersJsonSchema"] as const)("with Gemini's %s", async (schema) => {
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: address } });
    const functionDeclarations = await toDefinitions(registry, "gemini", { schema });
    const adapted = await readTools(registry, gemini, { schema });
    const functionCall = { name: "file_read", args: { path: "a.txt", encoding: "utf-8" } };
    answers.push(
      () => ({ candidates: [{ content: { role: "model", parts: [{ functionCall }] } }] }),
      () => ({ candidates: [{ content: { role: "model", parts: [{ text: "hello" }] } }] }),
    );
    const config = { tools: [{ functionDeclarations }] };
    const contents = [{ role: "user", parts: [{ text: "What is in a.txt?" }] }];
    const first = await client.models.generateContent({ model: "any", contents, config });
    const call = first.functionCalls?.[0];
    const text = await runCall(adapted, call?.name ?? "", call?.args);
    const response = { functionResponse: { name: "file_read", response: { output: text } } };
    const more = [
      ...contents,
      { role: "model", parts: [{ functionCall }] },
      { role: "user", parts: [response] },
    ];
    await client.models.generateContent({ model: "any", contents: more, config });
    expect(JSON.stringify(bodies[1]?.["contents"])).toContain("hello");
    expect(bodies[0]?.["tools"]).toEqual([
      { functionDeclarations: JSON.parse(JSON.stringify(functionDeclarations)) as unknown },
    ]);
  });

  it("gives MCP clients tools that the protocol's own schema accepts", () => {
    for (const spec of allTools) {
      const { definition } = mcp.adapt(spec);
      const checked = specTypeSchemas.Tool["~standard"].validate(definition);
      expect({ tool: spec.id, checked }).toEqual({ tool: spec.id, checked: { value: expect.anything() } });
    }
  });
});
