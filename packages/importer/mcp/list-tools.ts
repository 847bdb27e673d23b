import type { Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isRecord } from "@toolkiln/runtime/json";

/** Pages of a list; a server that has more never ends. */
const maxPages = 200;

/** The client's own schema drops unknown keys, and refuses the whole list for one tool that is wrong. */
const anything: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "toolkiln", validate: (value) => ({ value }) },
};

/** The tools of a server as it sends them. */
export async function listTools(client: Client): Promise<unknown[]> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const params = typeof cursor === "string" ? { cursor } : {};
    const answer = await client.request({ method: "tools/list", params }, anything, { timeout: 60_000 });
    if (!isRecord(answer)) break;
    if (Array.isArray(answer["tools"])) tools.push(...(answer["tools"] as unknown[]));
    cursor = answer["nextCursor"];
    if (typeof cursor !== "string") break;
  }
  return tools;
}
