import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repositoryRoot } from "../../support/repository.js";
import { currentClient } from "../../mcp/clients.js";
import { everyClient } from "./every-client.js";
import { startHttp, type RunningServer } from "../../mcp/command-server.js";
import { fillWorkspace } from "../../mcp/pack-workspace.js";

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
if (!hasNginx) {
  process.stderr.write(
    "\n!!! SKIPPED: two instances behind nginx, because there is no nginx on this machine.\n\n",
  );
}

const example = readFileSync(join(repositoryRoot, "docs/examples/mcp-nginx.conf"), "utf8");

describe.skipIf(!hasNginx)("two instances behind nginx", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolkiln-nginx-"));
  const workspace = join(folder, "workspace");
  const instances: RunningServer[] = [];
  let stopProxy: (() => Promise<unknown>) | undefined;
  let url: string;

  beforeAll(async () => {
    mkdirSync(workspace);
    fillWorkspace(workspace);
    const args = ["--workspace", workspace, "--approvals", join(folder, "approvals")];
    const env = { TOOLKILN_APPROVAL_KEY: "a key that both of the processes share" };
    for (let index = 0; index < 2; index++) instances.push(await startHttp(args, env));
    const port = await freePort();
    stopProxy = await startProxy(folder, port, instances);
    url = `http://127.0.0.1:${port}/mcp`;
  });
  afterAll(async () => {
    await stopProxy?.();
    await Promise.all(instances.map((instance) => instance.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(everyClient)("serve $title", async (kind) => {
    const client = await kind.connect({ url });
    for (let round = 0; round < 6; round++) {
      const { structuredContent } = await client.call("file_read", { path: "package.json" });
      expect(structuredContent).toMatchObject({ path: "package.json" });
    }
    await client.close();
  });

  it.each(everyClient)("ask $title for approval once, whichever process gets the answer", async (kind) => {
    // Requests without a session go to either process, so some answers reach another process than the one that asked.
    for (let round = 0; round < 6; round++) {
      let questions = 0;
      const answer = (): { action: "accept"; content: Record<string, string> } => {
        questions++;
        return { action: "accept", content: {} };
      };
      const client = await kind.connect({ url }, { answer });
      writeFileSync(join(workspace, "unwanted.txt"), "x");
      const result = await client.call("file_delete", { path: "unwanted.txt" });
      expect(result.structuredContent).toMatchObject({ path: "unwanted.txt" });
      expect(questions).toBe(1);
      expect(existsSync(join(workspace, "unwanted.txt"))).toBe(false);
      await client.close();
    }
  });

  it("keep serving a client after one of them stops", async () => {
    const client = await currentClient.connect({ url });
    expect(await instances[0]?.stop()).toBe(0);
    for (let round = 0; round < 6; round++) {
      expect((await client.call("file_read", { path: "package.json" })).isError ?? false).toBe(false);
    }
    await client.close();
  });
});

/** Starts nginx with the documentation's example on other ports. */
async function startProxy(
  folder: string,
  port: number,
  [one, other]: readonly RunningServer[],
): Promise<() => Promise<unknown>> {
  const portOf = (instance: RunningServer | undefined): string => new URL(instance?.url ?? "").port;
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    example
      .replace("127.0.0.1:3001", `127.0.0.1:${portOf(one)}`)
      .replace("127.0.0.1:3002", `127.0.0.1:${portOf(other)}`)
      .replace("127.0.0.1:8080", `127.0.0.1:${port}`)
      .replace("http {", "http {\n  access_log off;"),
  );
  const settings = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;`;
  const proxy = spawn("nginx", ["-c", file, "-p", folder, "-g", settings], { stdio: "ignore" });
  const exit = new Promise((resolve) => proxy.once("exit", resolve));
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 10_000 });
  return () => {
    proxy.kill("SIGTERM");
    return exit;
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
