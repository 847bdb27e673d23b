import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import {
  anthropic,
  bedrock,
  gemini,
  openai,
  providers,
  readTools,
  toAnthropicResult,
  toBedrockResult,
  toDefinitions,
  toGeminiResult,
  toOpenAIChatResult,
  toOpenAIResponsesResult,
  type Provider,
} from "@toolkiln/providers";
import type { ApprovalDecision, ToolResult } from "@toolkiln/runtime";
import OpenAI6 from "openai";
import OpenAI7 from "openai-7";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Conversation, png, registry } from "./conversation-tools.js";
import { continueElsewhere } from "./second-process.js";

let conversation: Conversation;
let server: Server;
let address: string;
let bodies: Record<string, unknown>[];
let answers: object[];

beforeEach(async () => {
  conversation = await Conversation.open();
  bodies = [];
  answers = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answers.shift() ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await conversation.close();
});

/** One exchange: a call, the decision about it, and the text that the model must be shown. */
interface Case {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly decision?: ApprovalDecision;
  readonly shown: string;
}

const cases: readonly Case[] = [
  { name: "image_read", input: { path: "dot.png" }, shown: png },
  { name: "issue_get", input: { number: 7 }, shown: "IssueNotFound" },
  {
    name: "file_delete",
    input: { path: "a.txt" },
    decision: { decision: "edit", params: { path: "b.txt" } },
    shown: "Result: Success",
  },
  {
    name: "file_delete",
    input: { path: "a.txt" },
    decision: { decision: "deny", reason: "keep it" },
    shown: "keep it",
  },
];

/** Runs a call like an application without a framework; another executor with the same store receives the decision. */
async function execute(
  call: { id: string; input: unknown } | undefined,
  { decision }: Case,
): Promise<ToolResult> {
  if (call === undefined) throw new Error("the model called a tool that was not offered");
  const prepared = await conversation
    .executor()
    .prepare(call.id as "file-read", call.input as { path: string }, conversation.call);
  if (prepared.status === "ready") return (await prepared.run()).result;
  if (prepared.status === "refused") return prepared.execution.result;
  if (decision === undefined) throw new Error("an unexpected approval was requested");
  return (await conversation.executor().resume(prepared.token, decision)).result;
}

describe.each([
  ["openai 6", OpenAI6],
  // A union of both types cannot be called; `definitions.test-d.ts` compares them.
  ["openai 7", OpenAI7 as unknown as typeof OpenAI6],
])("%s", (_, OpenAI) => {
  it.each(cases)("shows the model $shown after $name, through the Responses API", async (one) => {
    const client = new OpenAI({ apiKey: "none", baseURL: address, maxRetries: 0 });
    const tools = await toDefinitions(registry, "openai", { api: "responses" });
    const adapted = await readTools(registry, openai, { api: "responses" });
    const made = {
      type: "function_call",
      call_id: "c1",
      name: one.name,
      arguments: JSON.stringify(one.input),
    };
    answers.push({ output: [made] }, { output: [] });
    const first = await client.responses.create({ model: "any", input: "go", tools });
    const call = first.output[0];
    if (call?.type !== "function_call") throw new Error("no call came");
    const result = await execute(adapted.readCall(call.name, call.arguments), one);
    const output = await toOpenAIResponsesResult(call.call_id, result);
    await client.responses.create({ model: "any", input: [call, output], tools });
    expect(JSON.stringify(bodies[1])).toContain(one.shown);
  });

  it("adds a note for an image, which Chat Completions cannot show", async () => {
    const client = new OpenAI({ apiKey: "none", baseURL: address, maxRetries: 0 });
    const tools = await toDefinitions(registry, "openai");
    const result = await execute(
      { id: "image-read", input: { path: "dot.png" } },
      { name: "", input: {}, shown: "" },
    );
    const message = await toOpenAIChatResult("c1", result);
    await client.chat.completions.create({ model: "any", messages: [message], tools });
    expect(JSON.stringify(bodies[0])).toContain("Not shown: image, dot.png, image/png");
    expect(JSON.stringify(bodies[0])).not.toContain(png);
  });
});

it.each(cases)("Anthropic shows the model $shown after $name", async (one) => {
  const client = new Anthropic({ apiKey: "none", baseURL: address, maxRetries: 0 });
  const tools = await toDefinitions(registry, "anthropic");
  const adapted = await readTools(registry, anthropic);
  answers.push({
    role: "assistant",
    content: [{ type: "tool_use", id: "c1", name: one.name, input: one.input }],
  });
  const user = { role: "user", content: "go" } as const;
  const first = await client.messages.create({ model: "any", max_tokens: 9, messages: [user], tools });
  const call = first.content[0];
  if (call?.type !== "tool_use") throw new Error("no call came");
  const result = await toAnthropicResult(
    call.id,
    await execute(adapted.readCall(call.name, call.input), one),
  );
  const messages: Anthropic.MessageParam[] = [
    user,
    { role: "assistant", content: first.content },
    { role: "user", content: [result] },
  ];
  await client.messages.create({ model: "any", max_tokens: 9, messages, tools });
  expect(JSON.stringify(bodies[1])).toContain(one.shown);
});

it.each(cases)("Gemini shows the model $shown after $name", async (one) => {
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: address } });
  const functionDeclarations = await toDefinitions(registry, "gemini");
  const adapted = await readTools(registry, gemini);
  const functionCall = { id: "c1", name: one.name, args: one.input };
  answers.push({ candidates: [{ content: { role: "model", parts: [{ functionCall }] } }] });
  const config = { tools: [{ functionDeclarations }] };
  const contents = [{ role: "user", parts: [{ text: "go" }] }];
  const first = await client.models.generateContent({ model: "any", contents, config });
  const call = first.functionCalls?.[0];
  const result = await execute(adapted.readCall(call?.name ?? "", call?.args), one);
  const answer = await toGeminiResult(call ?? {}, result);
  const more = [...contents, { role: "model", parts: [{ functionCall }] }, { role: "user", parts: [answer] }];
  await client.models.generateContent({ model: "any", contents: more, config });
  expect(JSON.stringify(bodies[1])).toContain(one.shown);
});

it.each(cases)("Bedrock shows the model $shown after $name", async (one) => {
  const client = new BedrockRuntimeClient({
    region: "eu-central-1",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  });
  // The service speaks HTTP/2 with a certificate, so the request is intercepted before it is sent.
  client.middlewareStack.add(
    () => async (args) => {
      const { body } = args.request as { body: string | Uint8Array };
      bodies.push(JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>);
      return { response: {}, output: { $metadata: {} } };
    },
    { step: "finalizeRequest", priority: "high" },
  );
  const tools = await toDefinitions(registry, "bedrock");
  const adapted = await readTools(registry, bedrock);
  const toolUse = { toolUseId: "c1", name: one.name, input: JSON.parse(JSON.stringify(one.input)) as null };
  const result = await execute(adapted.readCall(one.name, one.input), one);
  const answer = await toBedrockResult("c1", result);
  const messages = [
    { role: "user" as const, content: [{ text: "go" }] },
    { role: "assistant" as const, content: [{ toolUse }] },
    { role: "user" as const, content: [answer] },
  ];
  await client.send(new ConverseCommand({ modelId: "any", messages, toolConfig: { tools } }));
  expect(JSON.stringify(bodies[0])).toContain(one.shown);
});

describe.each(["openai", "anthropic", "gemini", "bedrock"] as const)("%s, in a second process,", (sdk) => {
  // The second process has only the standard pack, so the error comes from one of its tools.
  const elsewhere = cases.map((one) =>
    one.name === "issue_get"
      ? { ...one, name: "file_read", input: { path: "missing.txt" }, shown: "missing.txt" }
      : one,
  );
  it.each(elsewhere)("shows the model $shown after $name", async ({ name, input, decision, shown }) => {
    const provider: Provider = providers[sdk];
    const call = (await readTools(registry, provider)).readCall(name, input);
    if (call === undefined) throw new Error(`${name} was not offered`);
    const prepared = await conversation
      .executor()
      .prepare(call.id, call.input, { ...conversation.call, toolCallId: "c1" });
    expect(prepared.status === "approvalRequired").toBe(decision !== undefined);
    const token = prepared.status === "approvalRequired" ? prepared.token : undefined;
    const state = { sdk, name, input, token, decision };
    expect(await continueElsewhere(conversation, { framework: "direct", state })).toContain(shown);
    expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([
      true,
      decision?.decision !== "edit",
    ]);
  });
});
