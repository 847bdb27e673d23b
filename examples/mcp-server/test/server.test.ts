import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { connect } from "../client.js";
import { startServer } from "../server.js";

const token = "fedcba9876543210fedcba9876543210";

describe("the server", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  before(async () => {
    server = await startServer(token, 0);
  });
  after(() => server.close());

  it("rejects clients without the token", async () => {
    await assert.rejects(connect(server.url, "wrong"));
    const { status } = await fetch(server.url, { method: "POST", body: "{}" });
    assert.equal(status, 401);
  });

  it("takes articles only if the user approves", async () => {
    for (const [accepts, left] of [
      [false, 40],
      [true, 35],
    ] as const) {
      const client = await connect(server.url, token, accepts);
      const taken = await client.callTool({ name: "stock-take", arguments: { name: "bolt M6", amount: 5 } });
      assert.equal(taken.isError === true, !accepts);
      const found = await client.callTool({ name: "stock-find", arguments: { name: "bolt" } });
      assert.deepEqual(found.structuredContent, { articles: [{ name: "bolt M6", amount: left }] });
      await client.close();
    }
  });
});
