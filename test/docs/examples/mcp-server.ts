import { createMcpServer } from "@toolkiln/mcp";
import { createNodeHandler } from "@toolkiln/mcp/node";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";
import { createServer } from "node:http";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
const server = createMcpServer(executor, { name: "my-tools", call: { workspacePath: process.cwd() } });

export const http = createServer(createNodeHandler(server)).listen(0, "127.0.0.1");
