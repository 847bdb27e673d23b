// The second process of a conversation: reads the rest from standard input, goes on, and prints what the model is shown.
import { text } from "node:stream/consumers";
import { ApprovalChannel, toAiSdkTools, toLangChainTools, toOpenAIAgentsTools } from "@toolkiln/providers";
import { ToolExecutor } from "@toolkiln/runtime";
import { FileApprovalStore, WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";

const { framework, state, edits, store, call, approvalKey } = JSON.parse(await text(process.stdin));
const approvals = { key: approvalKey, store: new FileApprovalStore(store) };
const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy(), approvals });
const options = { call, approvals: new ApprovalChannel(edits) };

const continuations = {
  ai: () => continueAiSdk("ai"),
  "ai-7": () => continueAiSdk("ai-7"),
  agents: continueAgent,
  langchain: continueLangChain,
};

async function continueAiSdk(name) {
  const { generateText } = await import(name);
  const { MockLanguageModelV3 } = await import(`${name}/test`);
  const model = new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: "text", text: "done" }],
      finishReason: { unified: "stop" },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings: [],
    },
  });
  await generateText({ model, tools: await toAiSdkTools(registry, executor, options), messages: state });
  return model.doGenerateCalls[0].prompt;
}

async function continueAgent() {
  const { Agent, run, RunState, Usage } = await import("@openai/agents");
  const requests = [];
  const model = {
    async getResponse(request) {
      requests.push(request);
      const content = [{ type: "output_text", text: "done" }];
      return {
        usage: new Usage(),
        output: [{ type: "message", role: "assistant", status: "completed", content }],
      };
    },
  };
  const tools = await toOpenAIAgentsTools(registry, executor, options);
  const agent = new Agent({ name: "cleaner", model, tools });
  const resumed = await RunState.fromString(agent, state);
  for (const item of resumed.getInterruptions()) resumed.approve(item);
  await run(agent, resumed);
  return requests[0].input;
}

async function continueLangChain() {
  const { tool } = await import("@langchain/core/tools");
  const { createAgent, fakeModel } = await import("langchain");
  const { Command, MemorySaver } = await import("@langchain/langgraph");
  const { AIMessage } = await import("@langchain/core/messages");
  const { deserialize } = await import("node:v8");
  const checkpointer = Object.assign(new MemorySaver(), deserialize(Buffer.from(state.saved, "base64")));
  const tools = await toLangChainTools(registry, executor, (run, fields) => tool(run, fields), options);
  const model = fakeModel().respond(new AIMessage("done"));
  const agent = createAgent({ model, tools, checkpointer });
  const { messages } = await agent.invoke(new Command({ resume: state.answer }), state.config);
  return messages.map(({ content }) => content);
}

process.stdout.write(JSON.stringify(await continuations[framework]()));
await executor.dispose();
