import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { UIMessage } from "ai";
import { createHandler } from "../chat.js";
import { show } from "../demo.js";
import { answerApproval, exchange } from "../exchange.js";
import { chooseModel } from "../model.js";

const request: UIMessage = { id: "1", role: "user", parts: [{ type: "text", text: "Cancel the dentist." }] };

describe("the chat", () => {
  const handler = createHandler(chooseModel());

  it("requests approval and keeps the appointment if the next request denies the call", async () => {
    const pending = await exchange(handler, "a", [request]);
    assert.deepEqual(show(pending), ["Cancel the dentist.", "calendar-cancel: approval-requested"]);
    const denied = await exchange(handler, "a", answerApproval(pending, false));
    assert.equal(show(denied).at(-1), "I did not cancel the dentist.");
  });

  it("does not run a call that another session approves", async () => {
    const pending = await exchange(handler, "b", [request]);
    const stolen = await exchange(handler, "c", answerApproval(pending, true));
    assert.equal(show(stolen).at(-1), "I did not cancel the dentist.");
  });

  it("runs an approved call and streams the response", async () => {
    const pending = await exchange(handler, "d", [request]);
    const done = await exchange(handler, "d", answerApproval(pending, true));
    assert.equal(show(done).at(-1), "The dentist is cancelled.");
  });
});
