import { serialize } from "node:v8";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver } from "@langchain/langgraph";
import { toLangChainTools } from "@toolkiln/providers";
import { createAgent, fakeModel } from "langchain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Conversation, png, registry } from "./conversation-tools.js";
import { continueElsewhere } from "./second-process.js";

const config = { configurable: { thread_id: "t1" } };
const question = { messages: [{ role: "user", content: "go" }] };

describe("a conversation through LangChain", () => {
  let conversation: Conversation;
  let checkpointer: MemorySaver;
  beforeEach(async () => {
    conversation = await Conversation.open();
    checkpointer = new MemorySaver();
  });
  afterEach(() => conversation.close());

  const agentWith = async (model: ReturnType<typeof fakeModel>) => {
    const tools = await toLangChainTools(
      registry,
      conversation.executor(),
      (run, fields) => tool(run, fields),
      { call: conversation.call },
    );
    return createAgent({ model, tools, checkpointer });
  };

  const calling = (name: string, args: Record<string, unknown>) =>
    fakeModel().respondWithTools([{ name, args, id: `call-${name}` }]);

  /** Runs an agent until a risky call interrupts it. */
  const interrupt = async (): Promise<unknown> => {
    const agent = await agentWith(calling("file_delete", { path: "a.txt" }));
    const state: object = await agent.invoke(question, config);
    return Reflect.get(state, "__interrupt__");
  };

  /** Resumes with a decision, in a newly created agent. */
  const answer = async (decision: object): Promise<string> => {
    const agent = await agentWith(fakeModel().respond(new AIMessage("done")));
    const { messages } = await agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
    return JSON.stringify(messages.map(({ content }) => content));
  };

  it("brings the bytes of an image to the model", async () => {
    const model = calling("image_read", { path: "dot.png" }).respond(new AIMessage("done"));
    const { messages } = await (await agentWith(model)).invoke(question, config);
    expect(JSON.stringify(messages)).toContain(`data:image/png;base64,${png}`);
  });

  it("brings an error to the model, and its code to the application", async () => {
    const model = calling("issue_get", { number: 7 }).respond(new AIMessage("done"));
    const { messages } = await (await agentWith(model)).invoke(question, config);
    const shown = messages.find((message) => message.getType() === "tool");
    expect(shown).toMatchObject({
      content: expect.stringContaining("IssueNotFound") as string,
      artifact: { success: false, error: { code: "IssueNotFound" } },
    });
  });

  it("streams progress", async () => {
    const model = calling("count_up", { to: 3 }).respond(new AIMessage("done"));
    const agent = await agentWith(model);
    const events: unknown[] = [];
    for await (const event of await agent.stream(question, { ...config, streamMode: ["tools"] }))
      events.push(event);
    expect(JSON.stringify(events)).toMatch(/step 1.*step 2.*step 3/);
  });

  it("interrupts with the format of LangChain's middleware, and runs the call as the approver edited it", async () => {
    expect(await interrupt()).toEqual([
      expect.objectContaining({
        value: {
          actionRequests: [
            {
              name: "file_delete",
              args: { path: "a.txt", permanent: false },
              description: expect.stringMatching(/a\.txt.*risk/) as string,
            },
          ],
          reviewConfigs: [{ actionName: "file_delete", allowedDecisions: ["approve", "edit", "reject"] }],
          approval: expect.objectContaining({ toolCallId: "call-file_delete" }) as object,
        },
      }),
    ]);
    const editedAction = { name: "file_delete", args: { path: "b.txt" } };
    expect(await answer({ type: "edit", editedAction })).toContain("Result: Success");
    expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
  });

  it("runs the call as the approver edited it, in a second process", async () => {
    await interrupt();
    const { storage, writes } = checkpointer;
    const editedAction = { name: "file_delete", args: { path: "b.txt" } };
    const state = {
      saved: serialize({ storage, writes }).toString("base64"),
      answer: { decisions: [{ type: "edit", editedAction }] },
      config,
    };
    const shown = await continueElsewhere(conversation, { framework: "langchain", state });
    expect(shown).toContain("Result: Success");
    expect([await conversation.has("a.txt"), await conversation.has("b.txt")]).toEqual([true, false]);
  });

  it("does not run a rejected call", async () => {
    await interrupt();
    expect(await answer({ type: "reject", message: "keep it" })).toContain("keep it");
    expect(await conversation.has("a.txt")).toBe(true);
  });
});
