import { describe, expect, it } from "vitest";
import { createMcpServer, metaKey } from "@toolkiln/mcp";
import { mcp } from "@toolkiln/providers";
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { currentClient, earlierClient } from "./clients.js";
import { sampleExecutor } from "./sample-tools.js";
import { httpServer } from "./servers.js";

interface ListedTool {
  readonly name: string;
  readonly [key: string]: unknown;
}

describe("the list", () => {
  it("equals the manifest and the output of `export --target mcp`", async () => {
    const executor = sampleExecutor();
    const server = await httpServer(executor);
    const client = await currentClient.connect({ url: server.url });
    const tools = (await client.list()).tools as ListedTool[];
    for (const spec of await executor.registry.getToolSpecs()) {
      const listed = tools.find(({ name }) => name === spec.wireName);
      expect(listed).toMatchObject(JSON.parse(JSON.stringify(mcp.adapt(spec).definition)));
      expect(listed?.["_meta"]).toMatchObject({
        [metaKey]: { id: spec.id, category: spec.category, risk: spec.risk, kind: spec.kind },
      });
      expect(listed?.["icons"]).toMatchObject([{ mimeType: "image/png" }]);
    }
    await client.close();
    await server.close();
  });

  it("is paged above 100 tools, in an order that does not depend on registration", async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `tool-${index}`);
    const lists = [ids, ids.toReversed()].map(async (order) => {
      const registry = new ToolRegistry();
      for (const id of order) registry.registerTool(new MockTool({ id, description: id, riskLevel: "safe" }));
      const server = await httpServer(new ToolExecutor(registry));
      const client = await earlierClient.connect({ url: server.url });
      const sizes: number[] = [];
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.list(cursor);
        sizes.push(page?.tools.length ?? 0);
        names.push(...(page?.tools ?? []).map(({ name }) => name));
        cursor = page?.nextCursor;
      } while (cursor !== undefined);
      await client.close();
      await server.close();
      expect(sizes).toEqual([100, 100, 50]);
      return names;
    });
    const [forward, backward] = await Promise.all(lists);
    expect(forward).toEqual(ids.toSorted());
    expect(backward).toEqual(forward);
  });

  it("is rejected when two tools have the same name", async () => {
    const registry = new ToolRegistry();
    const targets = { mcp: { wireName: "same" } };
    for (const id of ["one", "two"]) registry.registerTool(new MockTool({ id, description: id, targets }));
    const server = createMcpServer(new ToolExecutor(registry));
    await expect(server.checkTools()).rejects.toThrow("`one` and `two` are both called `same`");
    await server.close();
  });

  it("omits unavailable tools, which cannot be called either", async () => {
    const registry = new ToolRegistry();
    registry.registerTool(
      new MockTool({ id: "here", description: "Here.", riskLevel: "safe", requires: [] }),
    );
    registry.registerTool(
      new MockTool({ id: "there", description: "There.", riskLevel: "safe", requires: ["moon"] }),
    );
    const executor = new ToolExecutor(registry, { availability: { capabilities: [] } });
    const server = await httpServer(executor);
    const client = await currentClient.connect({ url: server.url });
    expect((await client.list()).tools.map(({ name }) => name)).toEqual(["here"]);
    await expect(client.call("there", {})).rejects.toThrow("There is no tool `there`");
    await client.close();
    await server.close();
  });

  it("lists one name for a tool, which can also be called by its other names", async () => {
    const registry = new ToolRegistry();
    const names = { wireName: "read_it", renamedFrom: ["read-file"], targets: { mcp: { wireName: "open" } } };
    registry.registerTool(new MockTool({ id: "file-read", description: "Reads.", ...names }));
    const server = await httpServer(new ToolExecutor(registry));
    const client = await currentClient.connect({ url: server.url });
    expect((await client.list()).tools.map(({ name }) => name)).toEqual(["open"]);
    for (const name of ["open", "file-read", "read_it", "read-file", "read_file"]) {
      expect((await client.call(name, {})).isError).not.toBe(true);
    }
    await client.close();
    await server.close();
  });

  it("rejects an invalid page size", () => {
    expect(() => createMcpServer(sampleExecutor(), { pageSize: 0 })).toThrow("pageSize must be");
  });
});
