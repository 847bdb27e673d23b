export { createMcpServer, type McpToolServer } from "./create-mcp-server.js";
export type { HttpGuard, HttpGuardOptions } from "./http/http-guard.js";
export type { DataPlacement, McpExecutor, McpServerOptions } from "./mcp-server-options.js";
export { metaKey } from "./tool-meta.js";
