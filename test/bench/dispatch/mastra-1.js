// Requires Node 22.
import { createTool } from "mastra-1/tools";
import { peerSchema } from "./peer-schema.js";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const benchTool = createTool({
    id: "bench-tool",
    description: "A tool.",
    inputSchema: peerSchema,
    execute: run,
  });
  const call = (input) => benchTool.execute(input, {});
  return {
    call: () => call(validInput()),
    prove: proof(
      (which) => call(which === "valid" ? validInput() : invalidInput()),
      (output) => output.path === "README.md",
      (output) => output.error === true,
    ),
  };
}
