import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metaKey } from "@toolkiln/mcp";
import { scratchFolder } from "../../support/repository.js";
import type { ServerPlace } from "../../mcp/clients.js";
import { everyClient } from "./every-client.js";
import { startHttp, stdioCommand, type RunningServer } from "../../mcp/command-server.js";
import { fillWorkspace } from "../../mcp/pack-workspace.js";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly examples?: readonly Record<string, unknown>[] };
  readonly _meta: { readonly [metaKey]: { readonly risk: string } };
}

const workspace = fillWorkspace(scratchFolder("mcp-pack"));
let server: RunningServer;
beforeAll(async () => {
  server = await startHttp(["--workspace", workspace]);
});
afterAll(async () => {
  await server.stop();
  rmSync(workspace, { recursive: true, force: true });
});

describe.each(everyClient)("$title", (kind) => {
  it.each<[string, () => ServerPlace]>([
    ["stdio", () => stdioCommand(["--workspace", workspace])],
    ["HTTP", () => ({ url: server.url })],
  ])("lists the standard pack and calls every safe tool of it over %s", async (_, place) => {
    const client = await kind.connect(place());
    const tools = (await client.list()).tools as ListedTool[];
    expect(tools).toHaveLength(17);
    const safe = tools.filter(({ _meta }) => _meta[metaKey].risk === "safe");
    expect(safe.length).toBeGreaterThan(8);
    // Call all at once, as an eager agent does: no call may see a module that another has only half loaded.
    await Promise.all(
      safe.map(async ({ name, inputSchema }) => {
        const { isError, content } = await client.call(name, inputSchema.examples?.[0] ?? {});
        expect(isError ?? false, `${name}: ${JSON.stringify(content)}`).toBe(false);
      }),
    );
    await client.close();
  });
});
