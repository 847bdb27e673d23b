import type { LanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

type Result = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
type Part = Result["stream"] extends ReadableStream<infer P> ? P : never;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * A real model through the AI SDK's gateway if `AI_GATEWAY_API_KEY` is set, otherwise the SDK's mock model, which calls
 * calendar-cancel and then reports the outcome.
 */
export function chooseModel(): LanguageModel {
  if (process.env["AI_GATEWAY_API_KEY"] !== undefined) return "openai/gpt-5-mini";
  return new MockLanguageModelV4({
    async doStream({ prompt }) {
      const last = prompt.at(-1);
      const outcome = last?.role === "tool" ? JSON.stringify(last.content) : undefined;
      const parts: Part[] =
        outcome === undefined
          ? [
              {
                type: "tool-call",
                toolCallId: "call-1",
                toolName: "calendar-cancel",
                input: '{"appointment":"Dentist"}',
              },
            ]
          : textParts(
              outcome.includes("Result: Success")
                ? "The dentist is cancelled."
                : "I did not cancel the dentist.",
            );
      const reason = outcome === undefined ? "tool-calls" : "stop";
      const end: Part = { type: "finish", finishReason: { unified: reason, raw: undefined }, usage };
      return {
        stream: simulateReadableStream({ chunks: [{ type: "stream-start", warnings: [] }, ...parts, end] }),
      };
    },
  });
}

function textParts(text: string): Part[] {
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: text },
    { type: "text-end", id: "1" },
  ];
}
