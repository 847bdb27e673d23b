import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireMessage } from "./line-client.js";
import { exchangeLines } from "./exchange-lines.js";

interface Sent {
  readonly id?: number;
  readonly method: string;
  readonly params?: object;
}

/** Sends all messages at once and ends the input; returns everything that comes back until the connection ends. */
async function exchange(messages: readonly Sent[]): Promise<WireMessage[]> {
  return exchangeLines(messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })));
}

const clientInfo = { name: "c", version: "1" };
const initialize = (id: number): Sent => ({
  id,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
});
const initialized: Sent = { method: "notifications/initialized" };
const ping = (id: number): Sent => ({ id, method: "ping" });
const list = (id: number): Sent => ({ id, method: "tools/list" });
const call = (id: number, name: string): Sent => ({
  id,
  method: "tools/call",
  params: { name, arguments: {} },
});
const cancelled = (requestId: number): Sent => ({ method: "notifications/cancelled", params: { requestId } });

const answersTo = (id: number, answers: readonly WireMessage[]): WireMessage[] =>
  answers.filter((answer) => answer.id === id && answer.method === undefined);

describe("messages that arrive all at once", () => {
  it.each<[string, Sent[]]>([
    ["one initialize", [initialize(0)]],
    ["initialize and then its cancellation, which is ignored", [initialize(0), cancelled(0)]],
    ["the cancellation of initialize, and then initialize", [cancelled(0), initialize(0)]],
    [
      "initialize, two cancellations, and another initialize",
      [initialize(0), cancelled(0), cancelled(0), initialize(1)],
    ],
    [
      "initialize and its cancellation among other messages",
      [initialize(0), initialized, cancelled(0), list(1)],
    ],
  ])("all get an answer: %s", async (_, messages) => {
    const answers = await exchange([...messages, ping(99)]);
    const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
    for (const id of [...ids, 99]) expect(answersTo(id, answers)).toHaveLength(1);
    expect(answersTo(0, answers)[0]?.result).toBeDefined();
  });

  it("get one answer each, whatever their order, unless they were cancelled", async () => {
    const kinds = [
      initialize,
      ping,
      list,
      (id: number) => call(id, "echo"),
      (id: number) => call(id, "nothing"),
    ];
    const request = fc.record({ kind: fc.constantFrom(...kinds), cancel: fc.boolean(), early: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 8 }), fc.boolean(), async (wanted, first) => {
        const opening = first ? [{ kind: initialize, cancel: wanted.length % 2 === 0, early: false }] : [];
        const requests = [...opening, ...wanted].map(({ kind, ...rest }, id) => ({
          message: kind(id),
          id,
          ...rest,
        }));
        const messages = requests.flatMap(({ message, id, cancel, early }) => {
          if (!cancel) return [message];
          return early ? [cancelled(id), message] : [message, initialized, cancelled(id)];
        });
        const answers = await exchange([...messages, ping(99)]);
        for (const { message, id, cancel, early } of requests) {
          const mayBeSilent = cancel && !early && message.method !== "initialize";
          const count = answersTo(id, answers).length;
          expect([message.method, id, count]).toEqual([
            message.method,
            id,
            mayBeSilent ? Math.min(count, 1) : 1,
          ]);
        }
        expect(answersTo(99, answers)).toHaveLength(1);
      }),
      { numRuns: 60, seed: 1 },
    );
  }, 120_000);
});
