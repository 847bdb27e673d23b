import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineTool } from "@toolkiln/runtime/validator";

const tool = defineTool({
  id: "page-download",
  input: { type: "object", properties: { pages: { type: "integer", minimum: 1 } }, required: ["pages"] },
  async run({ pages }, context) {
    for (let page = 1; page <= pages; page++) {
      context.signal.throwIfAborted(); // cancelled, or out of time
      context.reportProgress(`Page ${page}`, page, pages);
    }
    return { pages, session: context.sessionId };
  },
});

const executor = new ToolExecutor(ToolRegistry.of(tool), { sessionId: "s1" });
executor.on("progress", ({ progress }) => console.log(progress.message, progress.progressText)); // → Page 1 50%
const { result } = await executor.execute("page-download", { pages: 2 }); // → Page 2 100%
if (result.success) console.log(result.data); // → { pages: 2, session: 's1' }
