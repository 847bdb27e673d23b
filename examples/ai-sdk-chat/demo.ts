import type { UIMessage } from "ai";
import { createHandler } from "./chat.js";
import { answerApproval, exchange } from "./exchange.js";
import { chooseModel } from "./model.js";

/** The texts and tool states of a conversation. */
export function show(messages: readonly UIMessage[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "text") return [part.text];
      return "state" in part && part.type.startsWith("tool-") ? [`${part.type.slice(5)}: ${part.state}`] : [];
    }),
  );
}

if (import.meta.filename === process.argv[1]) {
  const handler = createHandler(chooseModel());
  const pending = await exchange(handler, "demo", [
    { id: "1", role: "user", parts: [{ type: "text", text: "Cancel the dentist." }] },
  ]);
  console.log(show(pending)); // [ 'Cancel the dentist.', 'calendar-cancel: approval-requested' ]
  console.log(show(await exchange(handler, "demo", answerApproval(pending, true))));
}
