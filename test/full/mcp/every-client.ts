import { Client } from "mcp-sdk-v1/client/index.js";
import { StdioClientTransport } from "mcp-sdk-v1/client/stdio.js";
import { StreamableHTTPClientTransport } from "mcp-sdk-v1/client/streamableHttp.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "mcp-sdk-v1/types.js";
import {
  bearer,
  clientKinds,
  identity,
  type CallOutcome,
  type ClientKind,
  type ClientSetup,
  type Question,
  type ServerPlace,
  type TestClient,
} from "../../mcp/clients.js";

async function connectV1(
  place: ServerPlace,
  { answer, onToolsChanged }: ClientSetup = {},
): Promise<TestClient> {
  const client = new Client(identity, {
    capabilities: answer === undefined ? {} : { elicitation: {} },
  });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params as Question));
  }
  if (onToolsChanged !== undefined) {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => onToolsChanged());
  }
  const transport =
    "url" in place
      ? new StreamableHTTPClientTransport(new URL(place.url), { requestInit: bearer(place.token) })
      : new StdioClientTransport({ ...place, stderr: "ignore" });
  await client.connect(transport);
  return {
    list: (cursor) => client.listTools(cursor === undefined ? {} : { cursor }),
    call: async (name, input, options) =>
      (await client.callTool({ name, arguments: input }, undefined, options)) as CallOutcome,
    close: () => client.close(),
  };
}

/** The client of the SDK's previous major version. */
export const oldClient: ClientKind = { title: "client v1", connect: connectV1 };

/** The clients of both versions. */
export const everyClient: readonly ClientKind[] = [...clientKinds, oldClient];
