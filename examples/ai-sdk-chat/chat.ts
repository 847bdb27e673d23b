import { toAiSdkTools } from "@toolkiln/providers";
import { ToolExecutor } from "@toolkiln/runtime";
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  toUIMessageStream,
  type LanguageModel,
  type UIMessage,
} from "ai";
import { registry } from "./generated/registry.js";
import { createServices } from "./tools/services.js";

// One executor for the process: a call that waits for approval is found by the request that brings the answer.
const executor = new ToolExecutor(registry, { services: createServices() });

/** The route handler: `POST { id, messages }` of the AI SDK's `useChat`, answered by a stream. */
export function createHandler(model: LanguageModel): (request: Request) => Promise<Response> {
  return async (request) => {
    const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
    // A real application takes the session from its cookie: whoever knows it may approve its calls.
    const tools = await toAiSdkTools(registry, executor.with({ sessionId: id }));
    const result = streamText({
      model,
      tools,
      messages: await convertToModelMessages(messages),
      stopWhen: isStepCount(5),
    });
    return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
  };
}
