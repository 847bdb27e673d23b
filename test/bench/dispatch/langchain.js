import { tool } from "@langchain/core/tools";
import { peerSchema } from "./peer-schema.js";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const benchTool = tool(run, { name: "bench_tool", description: "A tool.", schema: peerSchema });
  return {
    call: () => benchTool.invoke(validInput()),
    prove: proof(
      (which) => benchTool.invoke(which === "valid" ? validInput() : invalidInput()),
      (output) => output.path === "README.md",
      () => false,
    ),
  };
}
