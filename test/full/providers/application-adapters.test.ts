import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tool as langChainTool } from "@langchain/core/tools";
import {
  Agent,
  run,
  RunState,
  Usage,
  type AgentOutputItem,
  type Model,
  type ModelRequest,
} from "@openai/agents";
import {
  openaiAgents,
  toAiSdkTools,
  toLangChainTools,
  toOpenAIAgentsTools,
  type AdapterOptions,
} from "@toolkiln/providers";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { MemoryApprovalStore } from "@toolkiln/runtime/node";
import { generateText, stepCountIs, tool, type ModelMessage, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { registry } from "../../../generated/registry.js";
import { fileRead } from "../../../generated/tools/file-read.js";

let workspace: string;
let executor: ToolExecutor<
  typeof registry extends { contracts?: infer Contracts } ? NonNullable<Contracts> : never
>;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "providers-"));
  await writeFile(join(workspace, "a.txt"), "hello");
  executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
});

afterEach(async () => {
  await executor.dispose();
  await rm(workspace, { recursive: true });
});

const exists = (): Promise<boolean> =>
  readFile(join(workspace, "a.txt")).then(
    () => true,
    () => false,
  );

/** The two tools that the application already has. */
const ownTools = {
  weather: tool({
    description: "Tell the weather.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `It rains in ${city}.`,
  }),
  add: tool({
    description: "Add two numbers.",
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => a + b,
  }),
};

type Answer = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const usage: Answer["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function calls(...made: readonly [toolName: string, input: object][]): Answer {
  const content = made.map(([toolName, input], index) => ({
    type: "tool-call" as const,
    toolCallId: `call-${index}-${toolName}`,
    toolName,
    input: JSON.stringify(input),
  }));
  return { content, finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
}

function says(text: string): Answer {
  const finishReason = { unified: "stop", raw: undefined } as const;
  return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
}

function modelThat(...answers: Answer[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({ doGenerate: answers });
}

async function lastOf<Output>(outputs: AsyncIterable<Output>): Promise<Output | undefined> {
  let last: Output | undefined;
  for await (const output of outputs) last = output;
  return last;
}

describe("an AI SDK application", () => {
  const ours = () => toAiSdkTools(registry, executor, { call: { workspacePath: workspace } });

  it("accepts our tools next to its own", async () => {
    const tools = { ...ownTools, ...(await ours()) };
    expectTypeOf(tools).toExtend<ToolSet>();
    const model = modelThat(
      calls(["weather", { city: "Bonn" }], ["file_read", { path: "a.txt" }]),
      says("done"),
    );
    const { steps } = await generateText({ model, tools, prompt: "go", stopWhen: stepCountIs(3) });
    const [first] = steps;
    expect(first?.toolResults.map(({ output }) => output)).toEqual([
      "It rains in Bonn.",
      expect.objectContaining({ status: "completed", success: true }),
    ]);
    const shown = JSON.stringify(model.doGenerateCalls[1]?.prompt);
    expect(shown.split("hello").length - 1).toBe(1);
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toContain("file_read");
  });

  it("shows the model what is wrong with its arguments", async () => {
    const model = modelThat(calls(["file_read", { path: "a.txt", encoding: "utf8" }]), says("sorry"));
    await generateText({ model, tools: await ours(), prompt: "go", stopWhen: stepCountIs(2) });
    const shown = JSON.stringify(model.doGenerateCalls[1]?.prompt);
    expect(shown).toContain("error-text");
    expect(shown).toContain("encoding");
  });

  /** Makes a request that needs approval; returns its messages with a person's answer. */
  async function ask(tools: ToolSet, approved: boolean): Promise<ModelMessage[]> {
    const model = modelThat(calls(["file_delete", { path: "a.txt" }]));
    const { content, response } = await generateText({ model, tools, prompt: "go" });
    const question = content.find((part) => part.type === "tool-approval-request");
    if (question === undefined) throw new Error("no approval was requested");
    return [
      { role: "user", content: "go" },
      ...response.messages,
      {
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId: question.approvalId, approved }],
      },
    ];
  }

  it("runs a risky call when it is approved in a later request", async () => {
    const tools = await ours();
    const messages = await ask(tools, true);
    expect(await exists()).toBe(true);
    await generateText({ model: modelThat(says("deleted")), tools, messages });
    expect(await exists()).toBe(false);
  });

  it("does not run a risky call when it is denied", async () => {
    const tools = await ours();
    const messages = await ask(tools, false);
    await generateText({ model: modelThat(says("kept")), tools, messages });
    expect(await exists()).toBe(true);
  });

  it.each<[string, (denied: ModelMessage[]) => ModelMessage[]]>([
    ["in another conversation", () => []],
    ["after it was denied", (denied) => denied],
  ])("does not run a risky call in place of a safe one with the same id, %s", async (_, messagesOf) => {
    const tools = await ours();
    const messages = messagesOf(await ask(tools, false));
    const call = { toolCallId: "call-0-file_delete", messages };
    const read = await lastOf(tools.file_read.execute({ path: "a.txt" }, call));
    expect(read).toMatchObject({ status: "completed", data: { content: "hello" } });
    expect(await exists()).toBe(true);
  });

  it("runs the approved call, not another call with the same id", async () => {
    const tools = await ours();
    const messages = await ask(tools, true);
    await writeFile(join(workspace, "b.txt"), "another conversation's");
    const other = { toolCallId: "call-0-file_delete", messages: [] };
    expect(await tools.file_delete.needsApproval({ path: "b.txt" }, other)).toBe(true);
    await generateText({ model: modelThat(says("deleted")), tools, messages });
    expect(await readFile(join(workspace, "b.txt"), "utf8")).toBe("another conversation's");
    expect(await exists()).toBe(false);
  });

  it("does not report that a person denied a call when no approval is pending", async () => {
    const tools = await ours();
    const approved = { toolCallId: "call-0-file_delete", messages: await ask(tools, true) };
    const output = await lastOf(tools.file_delete.execute({ path: "b.txt" }, approved));
    expect(output).toMatchObject({
      status: "denied",
      message: expect.not.stringContaining("by user") as string,
    });
  });

  it("creates the tools again for every request, as a route handler does", async () => {
    const messages = await ask(await ours(), true);
    expect(await exists()).toBe(true);
    await generateText({ model: modelThat(says("deleted")), tools: await ours(), messages });
    expect(await exists()).toBe(false);
  });

  it("finds the call in another executor that has the same store and key", async () => {
    const approvals = { key: "a key that both of them have", store: new MemoryApprovalStore() };
    const other = (): Promise<ToolSet> =>
      toAiSdkTools(registry, new ToolExecutor(registry, { paths: new WorkspacePathPolicy(), approvals }), {
        call: { workspacePath: workspace },
      });
    const messages = await ask(await other(), true);
    await generateText({ model: modelThat(says("deleted")), tools: await other(), messages });
    expect(await exists()).toBe(false);
  });

  it.each<[string, AdapterOptions["call"]]>([
    ["session", { sessionId: "another" }],
    ["user", { metadata: { user: "bob" } }],
    ["workspace", { workspacePath: tmpdir() }],
  ])("rejects the approval of another %s's call with the same id", async (_, other) => {
    const messages = await ask(await ours(), true);
    const call = { workspacePath: workspace, ...other };
    const model = modelThat(says("kept"));
    await generateText({ model, tools: await toAiSdkTools(registry, executor, { call }), messages });
    expect(await exists()).toBe(true);
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain(
      "No pending approval matches this call",
    );
  });

  it("rejects an approval that was requested from an unrelated executor", async () => {
    const messages = await ask(await ours(), true);
    const stranger = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
    const call = { workspacePath: workspace };
    const model = modelThat(says("kept"));
    await generateText({ model, tools: await toAiSdkTools(registry, stranger, { call }), messages });
    expect(await exists()).toBe(true);
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain(
      "No pending approval matches this call",
    );
  });

  it("does not run an approved call twice", async () => {
    const tools = await ours();
    const messages = await ask(tools, true);
    await generateText({ model: modelThat(says("deleted")), tools, messages });
    await writeFile(join(workspace, "a.txt"), "again");
    await generateText({ model: modelThat(says("kept")), tools, messages });
    expect(await exists()).toBe(true);
  });
});

describe("a LangChain application", () => {
  it("takes our tools, with the text for the model and the data as artifact", async () => {
    const options = { call: { workspacePath: workspace } };
    const tools = await toLangChainTools(
      registry,
      executor,
      (body, fields) => langChainTool(body, fields),
      options,
    );
    const reader = tools.find(({ name }) => name === "file_read");
    const message = await reader?.invoke({
      type: "tool_call",
      id: "call-1",
      name: "file_read",
      args: { path: "a.txt" },
    });
    const artifact = { status: "completed", data: { content: "hello" } };
    expect(message).toMatchObject({ content: expect.stringContaining("hello"), artifact });
  });

  it("denies a risky call when the executor has no approver", async () => {
    const options = { call: { workspacePath: workspace } };
    const tools = await toLangChainTools(
      registry,
      executor,
      (body, fields) => langChainTool(body, fields),
      options,
    );
    const remover = tools.find(({ name }) => name === "file_delete");
    const message = await remover?.invoke({
      type: "tool_call",
      id: "call-1",
      name: "file_delete",
      args: { path: "a.txt" },
    });
    expect(message).toMatchObject({ artifact: { status: "denied", success: false } });
    expect(await exists()).toBe(true);
  });
});

/** A model of the Agents SDK that returns scripted outputs. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #script: AgentOutputItem[][];

  constructor(...script: AgentOutputItem[][]) {
    this.#script = script;
  }

  async getResponse(request: ModelRequest) {
    this.requests.push(request);
    return { usage: new Usage(), output: this.#script.shift() ?? [] };
  }

  // eslint-disable-next-line require-yield
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("not scripted");
  }
}

function agentCall(name: string, input: unknown): AgentOutputItem {
  return {
    type: "function_call",
    callId: `call-${name}`,
    name,
    status: "completed",
    arguments: JSON.stringify(input),
  };
}

function agentSays(text: string): AgentOutputItem {
  return {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text }],
  };
}

describe("an agent of the OpenAI Agents SDK", () => {
  const ours = (strict: boolean) =>
    toOpenAIAgentsTools(registry, executor, { strict, call: { workspacePath: workspace } });

  it("uses our tools, and sends null for omitted parameters of strict ones", async () => {
    const input = openaiAgents.adapt(fileRead.spec, { strict: true }).encode({ path: "a.txt" });
    expect(input).toMatchObject({ encoding: null });
    const model = new ScriptedModel([agentCall("file_read", input)], [agentSays("hello it is")]);
    const result = await run(new Agent({ name: "reader", model, tools: await ours(true) }), "go");
    expect(result.finalOutput).toBe("hello it is");
    expect(JSON.stringify(model.requests[1]?.input)).toContain("hello");
  });

  it("is interrupted by a risky call and continues when it is approved", async () => {
    const model = new ScriptedModel([agentCall("file_delete", { path: "a.txt" })], [agentSays("gone")]);
    const agent = new Agent({ name: "cleaner", model, tools: await ours(false) });
    const later = new Agent({ name: "cleaner", model, tools: await ours(false) });
    const interrupted = await run(agent, "go");
    expect(interrupted.interruptions).toHaveLength(1);
    expect(await exists()).toBe(true);
    for (const item of interrupted.interruptions) interrupted.state.approve(item);
    const result = await run(later, await RunState.fromString(later, interrupted.state.toString()));
    expect(result.finalOutput).toBe("gone");
    expect(await exists()).toBe(false);
  });
});
