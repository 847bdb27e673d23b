import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startServer } from "./server.js";

/** Connects a client that accepts or declines every approval request. */
export async function connect(url: string, token: string, accepts = true): Promise<Client> {
  const client = new Client(
    { name: "demo", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    console.log(`Approval request: ${params.message.split("\n")[0]}`);
    return accepts ? { action: "accept", content: {} } : { action: "decline" };
  });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

if (import.meta.filename === process.argv[1]) {
  const token = "0123456789abcdef0123456789abcdef";
  const server = await startServer(token, 0);
  const client = await connect(server.url, token);
  const { tools } = await client.listTools();
  console.log(tools.map(({ name }) => name));
  console.log((await client.callTool({ name: "stock-find", arguments: { name: "M6" } })).structuredContent);
  console.log(
    (await client.callTool({ name: "stock-remove", arguments: { name: "bolt M6", amount: 5 } }))
      .structuredContent,
  );
  await client.close();
  await server.close();
}
