import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metaKey } from "@toolkiln/mcp";
import { MockTool } from "@toolkiln/runtime/testing";
import type { ClientKind, ServerPlace, TestClient } from "./clients.js";
import { pixel, sampleExecutor, sampleTools, type Observed } from "./sample-tools.js";
import { httpServer, stdioServer } from "./servers.js";

const safeCalls: Readonly<Record<string, Record<string, unknown>>> = {
  build: {},
  echo: { text: "hi" },
  list: {},
  loan: {},
  either: {},
  odd: {},
  picture: {},
  slow: { steps: 1 },
};

const sampleNames = sampleTools().map((tool) => tool.contract.id);

/** What every kind of client can do with a server, over HTTP and over stdio. */
export function describeClient(kind: ClientKind): void {
  describe("over HTTP", () => {
    const observed: Observed = { aborted: 0 };
    let server: Awaited<ReturnType<typeof httpServer>>;
    beforeAll(async () => {
      server = await httpServer(sampleExecutor({}, observed));
    });
    afterAll(() => server.close());
    behaves(kind, () => ({ url: server.url }));

    it("ends a call whose request is aborted", async () => {
      const client = await kind.connect({ url: server.url });
      const before = observed.aborted;
      const controller = new AbortController();
      const { signal } = controller;
      const call = client.call("slow", { steps: 100 }, { signal, onprogress: () => controller.abort() });
      await expect(call).rejects.toThrow(/abort/i);
      await expect.poll(() => observed.aborted, { timeout: 5_000 }).toBe(before + 1);
      await client.close();
    });

    it("ends a call when the client disconnects", async () => {
      const client = await kind.connect({ url: server.url });
      const before = observed.aborted;
      const call = client.call("slow", { steps: 100 }, { onprogress: () => void client.close() });
      await expect(call).rejects.toThrow(/closed|abort/i);
      await expect.poll(() => observed.aborted, { timeout: 5_000 }).toBe(before + 1);
    });

    it("pages through the list", async () => {
      const paged = await httpServer(sampleExecutor(), { pageSize: 3 });
      expect(await pagesThrough(kind, { url: paged.url })).toEqual(sampleNames.toSorted());
      await paged.close();
    });

    it("is notified when tools change", async () => {
      let changes = 0;
      const client = await kind.connect({ url: server.url }, { onToolsChanged: () => changes++ });
      const tool = new MockTool({ id: "grown", description: "New.", riskLevel: "safe" });
      // A client starts to listen only some time after it has connected.
      await expect
        .poll(
          () => {
            server.executor.registry.replaceTool(tool);
            return changes;
          },
          { timeout: 5_000 },
        )
        .toBeGreaterThan(0);
      server.executor.registry.unregisterTool("grown");
      await client.close();
    });
  });

  describe("over stdio", () => {
    behaves(kind, () => stdioServer());

    it("is notified when tools change", async () => {
      let changes = 0;
      const client = await kind.connect(stdioServer(), { onToolsChanged: () => changes++ });
      await client.call("grow", {});
      await expect.poll(() => changes, { timeout: 5_000 }).toBeGreaterThan(0);
      const { tools } = await client.list();
      expect(tools.map(({ name }) => name)).toContain("grown");
      await client.close();
    });

    it("ends a call that it cancels", async () => {
      const client = await kind.connect(stdioServer());
      const controller = new AbortController();
      const { signal } = controller;
      const call = client.call("slow", { steps: 200 }, { signal, onprogress: () => controller.abort() });
      await expect(call).rejects.toThrow(/abort/i);
      await expect
        .poll(async () => (await client.call("aborts", {})).structuredContent, { timeout: 5_000 })
        .toEqual({ aborted: 1 });
      await client.close();
    });

    it("receives nothing that a tool prints", async () => {
      const client = await kind.connect(stdioServer());
      const { structuredContent } = await client.call("chatty", {});
      expect(structuredContent).toEqual({ printed: true });
      expect((await client.call("echo", { text: "still here" })).structuredContent).toEqual({
        content: "still here",
      });
      await client.close();
    });

    it("pages through the list", async () => {
      const names = await pagesThrough(kind, stdioServer({ PAGE_SIZE: "3" }));
      expect(names).toEqual([...sampleNames, "aborts", "chatty", "grow"].toSorted());
    });
  });
}

/** Reads the list in pages of three; returns the names. */
async function pagesThrough(kind: ClientKind, place: ServerPlace): Promise<string[]> {
  const client = await kind.connect(place);
  const names: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await client.list(cursor);
    expect(page.tools.length).toBeLessThanOrEqual(3);
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
    pages++;
  } while (cursor !== undefined);
  expect(pages).toBe(Math.ceil(names.length / 3));
  await expect(client.list("nonsense")).rejects.toThrow("not issued by this server");
  await client.close();
  return names;
}

/** What every client sees of every server. */
function behaves(kind: ClientKind, place: () => ServerPlace): void {
  let shared: TestClient;
  beforeAll(async () => {
    shared = await kind.connect(place());
  });
  afterAll(() => shared.close());
  const withClient = async (
    use: (client: TestClient) => Promise<void>,
    setup?: Parameters<ClientKind["connect"]>[1],
  ): Promise<void> => {
    if (setup === undefined) return use(shared);
    const client = await kind.connect(place(), setup);
    try {
      await use(client);
    } finally {
      await client.close();
    }
  };

  it("lists the tools and calls every safe one", () =>
    withClient(async (client) => {
      const { tools } = await client.list();
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(names.toSorted());
      for (const [name, input] of Object.entries(safeCalls)) {
        expect(names).toContain(name);
        const { isError, content } = await client.call(name, input);
        expect(isError ?? false, `${name}: ${JSON.stringify(content)}`).toBe(false);
      }
    }));

  it("gets data as structured content, images as images and artifacts as links", () =>
    withClient(async (client) => {
      const echo = await client.call("echo", { text: "hi" });
      expect(echo.structuredContent).toEqual({ content: "hi" });
      expect(echo._meta?.[metaKey]).toMatchObject({
        kind: "text",
        approval: "notRequired",
        status: "completed",
      });
      expect(echo._meta?.[metaKey]).not.toHaveProperty("envelope");
      const picture = await client.call("picture", {});
      expect(picture.content).toContainEqual({ type: "image", data: pixel, mimeType: "image/png" });
      expect(picture.structuredContent).toBeUndefined();
      const build = await client.call("build", {});
      expect(build.content[1]).toMatchObject({
        type: "resource_link",
        uri: "workspace:///out/a%20b.txt",
        name: "a b.txt",
        mimeType: "text/plain",
      });
      const list = await client.call("list", {});
      expect(list.structuredContent).toBeUndefined();
      expect(list.content[0]?.["text"]).toContain('["a","b"]');
      // Before 2026-07-28 structured content has to be an object.
      const { structuredContent } = await client.call("numbers", {});
      expect([[1, 2], { result: [1, 2] }]).toContainEqual(structuredContent);
    }));

  it("receives data that the listed schema describes, whatever its root is", () =>
    withClient(async (client) => {
      const { tools } = await client.list();
      const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.outputSchema;
      const loan = await client.call("loan", {});
      expect([schemaOf("loan")?.["properties"], loan.structuredContent]).toEqual([undefined, { id: 1 }]);
      const either = await client.call("either", {});
      const isWrapped = schemaOf("either")?.["properties"] !== undefined;
      expect(either.structuredContent).toEqual(isWrapped ? { result: { id: 2 } } : { id: 2 });
    }));

  it("gets a message with a fix for invalid arguments and unknown tools", () =>
    withClient(async (client) => {
      const { isError, content } = await client.call("echo", { text: 5 });
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toMatch(/text.*string/s);
      await expect(client.call("ecco", {})).rejects.toThrow("Did you mean `echo`?");
    }));

  it("receives increasing progress", () =>
    withClient(async (client) => {
      const steps: number[] = [];
      await client.call("slow", { steps: 4 }, { onprogress: ({ progress }) => steps.push(progress) });
      expect(steps.length).toBeGreaterThan(1);
      expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    }));

  it("gets a denial of a risky call when it cannot ask its user", () =>
    withClient(async (client) => {
      const { isError, content } = await client.call("deploy", { version: "1" });
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toContain("high risk and needs approval, but the client cannot ask");
      // Nobody was asked, so the denial must not mention a user.
      expect(JSON.stringify(content)).not.toContain("by user");
    }));

  it("runs a risky call that its user approves, edited", () => {
    const questions: string[] = [];
    const answer = ({
      message,
      requestedSchema,
    }: {
      message: string;
      requestedSchema?: { properties: object };
    }) => {
      questions.push(message);
      expect(Object.keys(requestedSchema?.properties ?? {})).toEqual([
        "version",
        "target",
        "replicas",
        "dryRun",
      ]);
      return { action: "accept" as const, content: { version: "2", target: "staging", replicas: 3 } };
    };
    return withClient(
      async (client) => {
        const input = { version: "1", password: "hunter2", labels: { team: "a\u202eb" } };
        const { structuredContent, _meta } = await client.call("deploy", input);
        expect(structuredContent).toEqual({ ...input, version: "2", target: "staging", replicas: 3 });
        expect(_meta?.[metaKey]).toMatchObject({ approval: "edited", status: "completed" });
        expect(questions).toHaveLength(1);
        expect(questions[0]).toContain("Deploy 1 to staging");
        expect(questions[0]).toContain("Risk: high");
        expect(questions[0]).not.toContain("hunter2");
        expect(questions[0]).not.toContain("\u202e");
      },
      { answer },
    );
  });

  it.each(["decline", "cancel"] as const)(
    "does not run a call when its user answers the approval question with %s",
    (action) =>
      withClient(
        async (client) => {
          const { isError, _meta } = await client.call("deploy", { version: "1" });
          expect(isError).toBe(true);
          expect(_meta?.[metaKey]).toMatchObject({ status: "denied" });
        },
        { answer: () => ({ action }) },
      ),
  );
}
