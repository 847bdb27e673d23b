import { expect, it } from "vitest";
import { exchangeLines } from "../mcp/exchange-lines.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { answerableIds, lastId, randomMessages } from "./support/random-messages.js";

const lastRequest = JSON.stringify({ jsonrpc: "2.0", id: lastId, method: "ping" });

it(
  "answers every MCP request over stdio exactly once, whatever messages come before it",
  forLong,
  async () => {
    const findings = await fuzz({
      name: "mcp-stdio",
      inputs: 150,
      generate: randomMessages,
      async check(lines) {
        const sent = [...lines.filter((line) => !/[\r\n]/.test(line)), lastRequest];
        const answers = await exchangeLines(sent);
        // A call that waits for its client gets no response if the client disconnects.
        let unanswered = answers.filter(({ id, method }) => id !== undefined && method !== undefined).length;
        for (const id of answerableIds(sent)) {
          const count = answers.filter((answer) => answer.id === id && answer.method === undefined).length;
          if (count > 1) return "a request gets several answers";
          if (count === 0 && (id === lastId || unanswered-- <= 0)) return "a request gets no answer";
        }
        return undefined;
      },
    });
    expect(findings).toEqual([]);
  },
);
