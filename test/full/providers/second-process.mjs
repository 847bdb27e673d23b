// Continues a conversation in a second process: reads its state from standard input and prints what the model is shown.
import { text } from "node:stream/consumers";
import {
  ApprovalChannel,
  providers,
  readTools,
  toAiSdkTools,
  toAnthropicResult,
  toBedrockResult,
  toGeminiResult,
  toLangChainTools,
  toOpenAIAgentsTools,
  toOpenAIResponsesResult,
} from "@toolkiln/providers";
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
  direct: continueDirectly,
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

/** Runs a call that waits for approval, or one that does not, and sends its result with the SDK. */
async function continueDirectly() {
  const { sdk, name, input, token, decision } = state;
  const tools = await readTools(registry, providers[sdk]);
  const { id, input: decoded } = tools.readCall(name, input);
  const { result } =
    token === undefined
      ? await executor.dispatch(id, decoded, call)
      : await executor.resume(token, decision, call);
  return senders[sdk](result);
}

/** Each sends a result with the client of its SDK and returns what the service would receive. */
const senders = {
  async openai(result) {
    const { default: OpenAI } = await import("openai");
    const { bodies, fetch } = recordRequests();
    const client = new OpenAI({ apiKey: "none", fetch });
    await client.responses.create({ model: "any", input: [await toOpenAIResponsesResult("c1", result)] });
    return bodies;
  },
  async anthropic(result) {
    const { default: Anthropic } = await import("@anthropic-ai/sdk");
    const { bodies, fetch } = recordRequests();
    const client = new Anthropic({ apiKey: "none", fetch });
    const messages = [{ role: "user", content: [await toAnthropicResult("c1", result)] }];
    await client.messages.create({ model: "any", max_tokens: 9, messages });
    return bodies;
  },
  async gemini(result) {
    const { GoogleGenAI } = await import("@google/genai");
    const { bodies, fetch } = recordRequests();
    globalThis.fetch = fetch;
    const part = await toGeminiResult({ id: "c1", name: state.name }, result);
    const client = new GoogleGenAI({ apiKey: "none" });
    await client.models.generateContent({ model: "any", contents: [{ role: "user", parts: [part] }] });
    return bodies;
  },
  async bedrock(result) {
    const { BedrockRuntimeClient, ConverseCommand } = await import("@aws-sdk/client-bedrock-runtime");
    const credentials = { accessKeyId: "none", secretAccessKey: "none" };
    const client = new BedrockRuntimeClient({ region: "eu-central-1", credentials });
    const bodies = [];
    const record = () => async (args) => {
      bodies.push(Buffer.from(args.request.body).toString());
      return { response: {}, output: { $metadata: {} } };
    };
    client.middlewareStack.add(record, { step: "finalizeRequest", priority: "high" });
    const messages = [{ role: "user", content: [await toBedrockResult("c1", result)] }];
    await client.send(new ConverseCommand({ modelId: "any", messages }));
    return bodies;
  },
};

function recordRequests() {
  const bodies = [];
  const fetch = async (_, { body }) => {
    bodies.push(body);
    return Response.json({});
  };
  return { bodies, fetch };
}

process.stdout.write(JSON.stringify(await continuations[framework]()));
await executor.dispose();
