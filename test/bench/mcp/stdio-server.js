// node stdio-server.js bare|sdk|sdk-structured|toolkiln      serves over standard input and output
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { serveStdio as serveToolkiln } from "@toolkiln/mcp/node";
import { bareServer, sdkServer, sdkStructuredServer, toolkilnServer } from "./servers.js";

const servers = {
  bare: async () => serveStdio(await bareServer()),
  sdk: async () => serveStdio(await sdkServer()),
  "sdk-structured": async () => serveStdio(await sdkStructuredServer()),
  toolkiln: async () => serveToolkiln(await toolkilnServer()),
};
await servers[process.argv[2]]();
