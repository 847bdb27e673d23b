import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai-7/test";
import { generateText, stepCountIs, streamText, type ModelMessage, type ToolSet } from "ai-7";
import { toAiSdkToolApproval, type AiSdkTools } from "@toolkiln/providers";
import { allOf, describeConversation } from "./ai-sdk-conversation.js";
import type { registry } from "./conversation-tools.js";

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? Part
    : never;

describeConversation({
  name: "ai-7",
  async generate({ tools, answers, messages = [{ role: "user", content: "go" }] }) {
    const model = new MockLanguageModelV3({ doGenerate: [...answers] as Generated[] });
    const { content, response, steps } = await generateText({
      model,
      tools: tools as ToolSet,
      toolApproval: toAiSdkToolApproval(tools as AiSdkTools<typeof registry>),
      messages: messages as ModelMessage[],
      stopWhen: stepCountIs(answers.length),
    });
    return {
      content,
      messages: response.messages,
      prompts: model.doGenerateCalls.map(({ prompt }) => prompt),
      outputs: steps[0]?.toolResults.map(({ output }): unknown => output) ?? [],
    };
  },
  async stream({ tools, answers, approvals }) {
    const model = new MockLanguageModelV3({
      doStream: answers.map((parts) => ({
        stream: convertArrayToReadableStream([...parts] as StreamPart[]),
      })),
    });
    const stopWhen = stepCountIs(answers.length);
    const toolApproval = toAiSdkToolApproval(tools as AiSdkTools<typeof registry>);
    const result = streamText({ model, tools: tools as ToolSet, toolApproval, prompt: "go", stopWhen });
    const chunks = await allOf(result.toUIMessageStream().pipeThrough(approvals.describeChunks()));
    return { parts: await allOf(result.stream), chunks };
  },
});
