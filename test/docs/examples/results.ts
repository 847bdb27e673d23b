import {
  defineTool,
  getPayload,
  ToolExecutor,
  ToolRegistry,
  ToolResult,
  ToolResultBuilder,
  wrapPayload,
} from "@toolkiln/runtime";
import { z } from "zod";

const checkout = defineTool({
  id: "checkout",
  description: "Check out a branch.",
  risk: "low",
  category: "git",
  input: z.object({ branch: z.string() }),
  run: ({ branch }) => {
    // An expected failure; anything thrown is one too.
    if (branch !== "main") return ToolResult.failed("No such branch", "BranchNotFound");
    // Most tools need no more than `return { branch }`.
    return ToolResultBuilder.create()
      .withData({ branch })
      .withMessage("Updated 5 files")
      .withFileArtifact("src/a.ts", true, "Created")
      .withSuggestion("Run the tests")
      .build();
  },
});

const executor = new ToolExecutor(ToolRegistry.of(checkout));
const failed = await executor.execute("checkout", { branch: "mian" });
console.log(failed.result.toLlmContext().split("\n")); // → …BranchNotFound…

const { result, envelope } = await executor.execute("checkout", { branch: "main" });
const record = wrapPayload(result.data, envelope); // { result: { branch }, __envelope: { version: "1.0", tool: "checkout", … } }
console.log(getPayload(record)); // → { branch: 'main' }
