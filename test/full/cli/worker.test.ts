import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { toolkiln } from "../../cli/command-line.js";
import { startCluster } from "../support/postgres.js";

const cluster = await startCluster("toolkiln worker --health");
const env = {
  TOOLKILN_DATABASE: cluster?.connectionString,
  TOOLKILN_QUEUE_KEY: "a key for tests only",
};

afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("toolkiln worker --health", () => {
  it("names a port that is in use, and an address that cannot be resolved", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(toolkiln(["worker", "--health", `127.0.0.1:${port}`], { env })).toMatchObject({
      code: 2,
      stderr: `Cannot serve /health: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another --health address.\n`,
    });
    server.close();
    const unknown = toolkiln(["worker", "--health", "no-such-host.invalid:8080"], { env });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(
      /^Cannot serve \/health: getaddrinfo .* Choose another --health address\.$/m,
    );
  });

  it("reports that the database cannot be reached", () => {
    const away = { ...env, TOOLKILN_DATABASE: "postgres://127.0.0.1:1/none" };
    const { code, stderr } = toolkiln(["worker", "--health", "127.0.0.1:0"], { env: away });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The queue cannot be opened: /m);
  });
});
