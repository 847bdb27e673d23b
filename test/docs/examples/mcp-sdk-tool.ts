import { McpServer } from "@modelcontextprotocol/server";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { fileRead } from "@toolkiln/tools";
import { registry } from "@toolkiln/tools/registry";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
const call = { workspacePath: process.cwd() };

export const server = new McpServer({ name: "my-server", version: "1.0.0" });
server.registerTool(
  "file_read",
  { description: fileRead.spec.description, inputSchema: fileRead },
  async (input) => {
    const { result } = await executor.execute("file-read", input, call);
    return { content: [{ type: "text", text: result.toLlmContext() }], isError: !result.success };
  },
);
