import { createTool } from "@mastra/core/tools";
import { peerSchema } from "./peer-schema.js";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const benchTool = createTool({
    id: "bench-tool",
    description: "A tool.",
    inputSchema: peerSchema,
    execute: ({ context }) => run(context),
  });
  const call = (input) => benchTool.execute({ context: input });
  return {
    call: () => call(validInput()),
    prove: proof(
      (which) => call(which === "valid" ? validInput() : invalidInput()),
      (output) => output.path === "README.md",
      (output) => output.error === true,
    ),
  };
}
