import { defineTool, mergeRegistries, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { fileRead } from "@toolkiln/tools";
import { registry } from "@toolkiln/tools/registry";
import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";

const title = defineTool({
  id: "title",
  description: "Return the title of a Markdown file.",
  risk: "safe",
  category: "custom",
  input: z.object({ path: z.string() }),
  run: async ({ path }, context) => {
    context.reportProgress(`Reading ${path}`, 0, 1);
    const { result } = await context.execute(fileRead, { path });
    if (!result.success) return result;
    return { title: result.data.content.split("\n")[0] };
  },
});

const executor = new ToolExecutor(mergeRegistries(registry, ToolRegistry.of(title)), {
  paths: new WorkspacePathPolicy(),
  callScope: new AsyncLocalStorage(), // makes calls of `executor.execute` nested, too
});
const stop = executor.on("progress", ({ toolId, progress }) => console.log(toolId, progress.message)); // → title Reading README.md
executor.on("completed", ({ toolId, status }) => console.log(toolId, status)); // → file-read completed

await executor.execute("title", { path: "README.md" }, { workspacePath: process.cwd() }); // → title completed
stop();
