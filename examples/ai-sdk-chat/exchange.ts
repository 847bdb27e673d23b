import type { UIMessage, UIMessageChunk } from "ai";
import { parseJsonEventStream, readUIMessageStream, uiMessageChunkSchema } from "ai";

type Handler = (request: Request) => Promise<Response>;

/** Sends a conversation as the page does; returns it with the reply, which may extend the last message. */
export async function exchange(handler: Handler, id: string, messages: UIMessage[]): Promise<UIMessage[]> {
  const body = JSON.stringify({ id, messages });
  const response = await handler(new Request("http://localhost/api/chat", { method: "POST", body }));
  if (response.body === null) throw new Error("The response has no body.");
  const stream = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream<{ success: boolean; value?: UIMessageChunk }, UIMessageChunk>({
      transform: (chunk, controller) => {
        if (chunk.value !== undefined) controller.enqueue(chunk.value);
      },
    }),
  );
  const last = messages.at(-1);
  const continued = last?.role === "assistant" ? structuredClone(last) : undefined;
  let reply: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream, ...(continued && { message: continued }) }))
    reply = state;
  const kept = continued === undefined ? messages : messages.slice(0, -1);
  return reply === undefined ? messages : [...kept, reply];
}

/** Approves or denies the pending approval request. */
export function answerApproval(messages: readonly UIMessage[], approved: boolean): UIMessage[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      "state" in part && part.state === "approval-requested" && "approval" in part && part.approval
        ? { ...part, state: "approval-responded" as const, approval: { id: part.approval.id, approved } }
        : part,
    ) as UIMessage["parts"],
  }));
}
