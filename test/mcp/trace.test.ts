import { AsyncLocalStorage } from "node:async_hooks";
import { createMcpServer } from "@toolkiln/mcp";
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";
import { RawSession } from "./raw-session.js";

describe("a call that belongs to a trace", () => {
  it("runs, and starts its span, in the trace of its client", async () => {
    const active = new AsyncLocalStorage<object>();
    const parents: unknown[] = [];
    const registry = new ToolRegistry();
    registry.registerTool(
      new MockTool({ id: "where", riskLevel: "safe", execute: () => ({ trace: active.getStore() }) }),
    );
    const executor = new ToolExecutor(registry, {
      tracer: {
        startSpan() {
          parents.push(active.getStore());
          return { setAttribute() {}, setStatus() {}, end() {} };
        },
      },
    });
    const server = createMcpServer(executor, { joinTrace: (carrier, call) => active.run(carrier, call) });
    const session = await RawSession.open(server.fetch);
    const carrier = {
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "a=b",
    };
    const call = async (id: number, meta: object): Promise<unknown> => {
      const params = { name: "where", arguments: {}, _meta: { ...meta } };
      return (await session.send({ jsonrpc: "2.0", id, method: "tools/call", params })).next();
    };
    expect(await call(1, carrier)).toMatchObject({ result: { structuredContent: { trace: carrier } } });
    expect(await call(2, {})).toMatchObject({ result: { structuredContent: {} } });
    expect(parents).toEqual([carrier, undefined]);
  });
});
