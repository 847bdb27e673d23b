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

  it("removes products only if the user approves", async () => {
    for (const [accepts, remaining] of [
      [false, 40],
      [true, 35],
    ] as const) {
      const client = await connect(server.url, token, accepts);
      const removed = await client.callTool({
        name: "stock-remove",
        arguments: { name: "bolt M6", amount: 5 },
      });
      assert.equal(removed.isError === true, !accepts);
      const found = await client.callTool({ name: "stock-find", arguments: { name: "bolt" } });
      assert.deepEqual(found.structuredContent, { products: [{ name: "bolt M6", amount: remaining }] });
      await client.close();
    }
  });
});
