import { ApprovalChannel, toAiSdkTools } from "@toolkiln/providers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Conversation, png, registry } from "./conversation-tools.js";
import { continueElsewhere } from "./second-process.js";

interface Call {
  readonly toolName: string;
  readonly input: object;
}

interface Part {
  readonly type: string;
}

function field(part: Part | undefined, name: string): unknown {
  return part && Reflect.get(part, name);
}

/** What both versions of the AI SDK have in common, as far as the conversations use it. */
export interface AiSdk {
  readonly name: "ai" | "ai-7";
  generate(options: { tools: object; answers: readonly object[]; messages?: readonly object[] }): Promise<{
    content: readonly Part[];
    messages: readonly object[];
    prompts: readonly unknown[];
    /** The outputs of the tools in the first step. */
    outputs: readonly unknown[];
  }>;
  /** The parts of the stream, and the chunks of the UI's stream after they went through the channel. */
  stream(options: {
    tools: object;
    answers: readonly (readonly object[])[];
    approvals: ApprovalChannel;
  }): Promise<{ parts: readonly Part[]; chunks: readonly Part[] }>;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const calling = ({ toolName, input }: Call): object => ({
  content: [{ type: "tool-call", toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: "tool-calls", raw: undefined },
  usage,
  warnings: [],
});

const done: object = {
  content: [{ type: "text", text: "done" }],
  finishReason: { unified: "stop", raw: undefined },
  usage,
  warnings: [],
};

const streamed = ({ toolName, input }: Call): object[] => [
  { type: "stream-start", warnings: [] },
  { type: "tool-call", toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) },
  { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage },
];

const streamedEnd: object[] = [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "done" },
  { type: "text-end", id: "t" },
  { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
];

/** Tests all parts of a conversation with one version of the AI SDK. */
export function describeConversation(sdk: AiSdk): void {
  describe(`a conversation through ${sdk.name}`, () => {
    let conversation: Conversation;
    beforeEach(async () => {
      conversation = await Conversation.open();
    });
    afterEach(() => conversation.close());

    const toolsWith = (approvals?: ApprovalChannel) =>
      toAiSdkTools(registry, conversation.executor(), {
        call: conversation.call,
        ...(approvals !== undefined && { approvals }),
      });

    /** The messages after approval of a risky call was requested and given or denied. */
    const ask = async (approved: boolean, reason?: string): Promise<object[]> => {
      const answers = [calling({ toolName: "file_delete", input: { path: "a.txt" } })];
      const { content, messages } = await sdk.generate({ tools: await toolsWith(), answers });
      const request = content.find(({ type }) => type === "tool-approval-request");
      const response = {
        type: "tool-approval-response",
        approvalId: field(request, "approvalId"),
        approved,
        reason,
      };
      return [{ role: "user", content: "go" }, ...messages, { role: "tool", content: [response] }];
    };

    it("brings the bytes of an image to the model", async () => {
      const answers = [calling({ toolName: "image_read", input: { path: "dot.png" } }), done];
      const { prompts } = await sdk.generate({ tools: await toolsWith(), answers });
      const shown = JSON.stringify(prompts[1]);
      expect(shown).toContain(png);
      expect(shown).toContain('"mediaType":"image/png"');
      expect(shown.split(png)).toHaveLength(2);
    });

    it("brings an error to the model, and its code to the page", async () => {
      const answers = [calling({ toolName: "issue_get", input: { number: 7 } }), done];
      const { prompts, outputs } = await sdk.generate({ tools: await toolsWith(), answers });
      expect(JSON.stringify(prompts[1])).toMatch(/error-text.*IssueNotFound/);
      expect(outputs).toMatchObject([{ success: false, status: "failed", error: { code: "IssueNotFound" } }]);
    });

    it("yields progress before the outcome", async () => {
      const answers = [streamed({ toolName: "count_up", input: { to: 3 } }), streamedEnd];
      const approvals = new ApprovalChannel();
      const { parts } = await sdk.stream({ tools: await toolsWith(approvals), answers, approvals });
      const results = parts.filter(({ type }) => type === "tool-result");
      expect(results.map((part) => [field(part, "preliminary") ?? false, field(part, "output")])).toEqual([
        ...[1, 2, 3].map((step) => [
          true,
          expect.objectContaining({
            status: "inProgress",
            progress: expect.objectContaining({ message: `step ${step}`, itemsProcessed: step }) as object,
          }),
        ]),
        [true, expect.objectContaining({ status: "completed", data: { counted: 3 } })],
        [false, expect.objectContaining({ status: "completed", data: { counted: 3 } })],
      ]);
    });

    it("describes a request for approval to the page", async () => {
      const answers = [streamed({ toolName: "file_delete", input: { path: "a.txt" } })];
      const approvals = new ApprovalChannel();
      const { chunks } = await sdk.stream({ tools: await toolsWith(approvals), answers, approvals });
      const request = chunks.find(({ type }) => type === "tool-approval-request");
      expect(field(request, "approvalDescriptor")).toMatchObject({
        toolId: "file-delete",
        toolCallId: "call-file_delete",
        risk: expect.stringMatching(/medium|high/) as string,
        summary: expect.stringContaining("a.txt") as string,
        params: { path: "a.txt" },
        editable: expect.arrayContaining(["path"]) as string[],
      });
      expect(JSON.stringify(request)).not.toContain("token");
    });

    it("runs the call as the approver edited it, with newly created tools", async () => {
      const messages = await ask(true);
      const edits = new ApprovalChannel({ "call-file_delete": { path: "b.txt" } });
      await sdk.generate({ tools: await toolsWith(edits), answers: [done], messages });
      expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
    });

    it("runs the call as the approver edited it, in a second process", async () => {
      const edits = { "call-file_delete": { path: "b.txt" } };
      const shown = await continueElsewhere(conversation, {
        framework: sdk.name,
        state: await ask(true),
        edits,
      });
      expect(shown).toContain("Result: Success");
      expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
    });

    it("does not run a denied call, here or in a second process", async () => {
      const messages = await ask(false, "keep it");
      const { prompts } = await sdk.generate({ tools: await toolsWith(), answers: [done], messages });
      expect(JSON.stringify(prompts[0])).toContain("keep it");
      await continueElsewhere(conversation, { framework: sdk.name, state: messages });
      expect(await conversation.has("a.txt")).toBe(true);
    });
  });
}

/** All items of a stream. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
