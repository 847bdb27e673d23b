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

// One executor for the process, so that the request with the approval decision finds the pending call.
const executor = new ToolExecutor(registry, { services: createServices() });

/** The route handler for the AI SDK's `useChat`: accepts `POST { id, messages }` and responds with a stream. */
export function createHandler(model: LanguageModel): (request: Request) => Promise<Response> {
  return async (request) => {
    const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
    // A real application reads the session id from a cookie. Here, anyone who knows the id can approve the session's calls.
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
