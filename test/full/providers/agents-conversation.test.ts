import {
  Agent,
  run,
  RunState,
  Usage,
  type AgentOutputItem,
  type Model,
  type ModelRequest,
} from "@openai/agents";
import { ApprovalChannel, toOpenAIAgentsTools } from "@toolkiln/providers";
import type { ToolProgress } from "@toolkiln/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Conversation, png, registry } from "./conversation-tools.js";
import { continueElsewhere } from "./second-process.js";

/** A model that returns scripted outputs. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #script: AgentOutputItem[];

  constructor(...script: AgentOutputItem[]) {
    this.#script = script;
  }

  async getResponse(request: ModelRequest) {
    this.requests.push(request);
    const next = this.#script.shift();
    return { usage: new Usage(), output: next === undefined ? [] : [next] };
  }

  // eslint-disable-next-line require-yield
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("not scripted");
  }
}

const calling = (name: string, input: object): AgentOutputItem => ({
  type: "function_call",
  callId: `call-${name}`,
  name,
  status: "completed",
  arguments: JSON.stringify(input),
});

const done: AgentOutputItem = {
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "done" }],
};

describe("a conversation through the OpenAI Agents SDK", () => {
  let conversation: Conversation;
  beforeEach(async () => {
    conversation = await Conversation.open();
  });
  afterEach(() => conversation.close());

  const agentWith = async (model: Model, approvals = new ApprovalChannel(), onProgress?: () => void) =>
    new Agent({
      name: "cleaner",
      model,
      tools: await toOpenAIAgentsTools(registry, conversation.executor(), {
        approvals,
        call: { ...conversation.call, ...(onProgress !== undefined && { onProgress }) },
      }),
    });

  /** The state of a run that a risky call interrupted. */
  const interrupt = async (approvals?: ApprovalChannel): Promise<string> => {
    const model = new ScriptedModel(calling("file_delete", { path: "a.txt" }));
    const { interruptions, state } = await run(await agentWith(model, approvals), "go");
    expect(interruptions).toHaveLength(1);
    return state.toString();
  };

  it("brings the bytes of an image to the model", async () => {
    const model = new ScriptedModel(calling("image_read", { path: "dot.png" }), done);
    await run(await agentWith(model), "go");
    expect(JSON.stringify(model.requests[1]?.input)).toContain(png);
  });

  it("brings an error to the model", async () => {
    const model = new ScriptedModel(calling("issue_get", { number: 7 }), done);
    await run(await agentWith(model), "go");
    expect(JSON.stringify(model.requests[1]?.input)).toContain("IssueNotFound");
  });

  it("reports progress to the application", async () => {
    const steps: ToolProgress[] = [];
    const model = new ScriptedModel(calling("count_up", { to: 3 }), done);
    const tools = await toOpenAIAgentsTools(registry, conversation.executor(), {
      call: { ...conversation.call, onProgress: (step) => steps.push(step) },
    });
    await run(new Agent({ name: "counter", model, tools }), "go");
    expect(steps.map(({ progressText }) => progressText)).toEqual(["33%", "67%", "100%"]);
  });

  it("describes the interruption, and runs the call as the approver edited it", async () => {
    const approvals = new ApprovalChannel();
    const saved = await interrupt(approvals);
    const asked = approvals.requests.get("call-file_delete");
    expect(asked).toMatchObject({
      toolId: "file-delete",
      params: { path: "a.txt" },
    });
    const edits = new ApprovalChannel({ "call-file_delete": { ...Object(asked?.params), path: "b.txt" } });
    const agent = await agentWith(new ScriptedModel(done), edits);
    const state = await RunState.fromString(agent, saved);
    for (const item of state.getInterruptions()) state.approve(item);
    await run(agent, state);
    expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
  });

  it("runs the call as the approver edited it, in a second process", async () => {
    const shown = await continueElsewhere(conversation, {
      framework: "agents",
      state: await interrupt(),
      edits: { "call-file_delete": { path: "b.txt" } },
    });
    expect(shown).toContain("Result: Success");
    expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
  });

  it("does not run a rejected call", async () => {
    const saved = await interrupt();
    const model = new ScriptedModel(done);
    const agent = await agentWith(model);
    const state = await RunState.fromString(agent, saved);
    for (const item of state.getInterruptions()) state.reject(item, { message: "keep it" });
    await run(agent, state);
    expect(JSON.stringify(model.requests[0]?.input)).toContain("keep it");
    expect(await conversation.has("a.txt")).toBe(true);
  });
});
