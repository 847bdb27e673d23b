import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repositoryRoot } from "../../support/repository.js";
import type { TestClient } from "../../mcp/clients.js";
import { everyClient } from "./every-client.js";

/** `npm run mcp:load` sets 30 seconds. */
const seconds = Number(process.env["MCP_LOAD_SECONDS"] ?? 3);
const clientCount = 200;
const megabyte = 1024 * 1024;

interface Memory {
  readonly held: number;
  readonly rss: number;
}

let server: ChildProcess;
let url: string;
beforeAll(async () => {
  server = fork(join(repositoryRoot, "test/mcp/load-server.ts"), [], {
    execArgv: ["--expose-gc", "--import", "jiti/register"],
    cwd: repositoryRoot,
  });
  url = await ask<string>("url");
});
afterAll(() => server.disconnect());

function ask<Answer>(question: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    server.once("message", (answer) => resolve(answer as Answer));
    server.once("exit", () => reject(new Error("The server has ended.")));
    server.send(question);
  });
}

it(
  `serves ${clientCount} clients for ${seconds} s, each with its own answers, and leaks no memory`,
  async () => {
    const clients = await Promise.all(
      Array.from({ length: clientCount }, (_, index) => {
        const kind = everyClient[index % everyClient.length];
        if (kind === undefined) throw new Error("There are no clients.");
        return kind.connect({ url });
      }),
    );
    // Warm up: code that is loaded and compiled on first use is not a leak.
    await Promise.all(clients.map((client, index) => work(client, index, performance.now() + 1_000)));
    const before = await ask<Memory>("memory");
    const end = performance.now() + seconds * 1_000;
    const counts = await Promise.all(clients.map((client, index) => work(client, index, end)));
    const calls = counts.reduce((sum, count) => sum + count, 0);
    await Promise.all(clients.map((client) => client.close()));
    const after = await ask<Memory>("memory");
    const growth = (after.held - before.held) / megabyte;
    process.stderr.write(
      `\n${clientCount} clients, ${seconds} s: ${calls} calls, all answered; held ${(before.held / megabyte).toFixed(1)} → ${(after.held / megabyte).toFixed(1)} MB, resident ${(before.rss / megabyte).toFixed(0)} → ${(after.rss / megabyte).toFixed(0)} MB\n`,
    );
    expect(calls).toBeGreaterThanOrEqual(clientCount);
    expect(growth).toBeLessThan(20);
    // In a short run, the garbage collector still keeps memory in reserve.
    const reserve = seconds < 30 ? 100 : 0;
    expect((after.rss - before.rss) / megabyte).toBeLessThan(20 + reserve);
  },
  (seconds + 60) * 1_000,
);

/** Calls `echo` until `end` and checks every answer; returns the number of calls. */
async function work(client: TestClient, index: number, end: number): Promise<number> {
  let calls = 0;
  do {
    const text = `client ${index}, call ${calls}`;
    const { structuredContent } = await client.call("echo", { text });
    expect(structuredContent).toEqual({ content: text });
    calls++;
  } while (performance.now() < end);
  return calls;
}
