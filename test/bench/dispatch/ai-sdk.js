// Vercel AI SDK 7, which requires Node 22: what it does around a tool call, without the model: validate the input, execute the tool.
import { executeTool, safeValidateTypes } from "@ai-sdk/provider-utils";
import { asSchema, tool } from "ai";
import { peerSchema } from "./peer-schema.js";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const benchTool = tool({ description: "A tool.", inputSchema: peerSchema, execute: run });
  const schema = asSchema(benchTool.inputSchema);
  const call = async (input) => {
    const checked = await safeValidateTypes({ value: input, schema });
    if (!checked.success) throw checked.error;
    let output;
    const options = { toolCallId: "1", messages: [] };
    for await (const part of executeTool({ tool: benchTool, input: checked.value, options })) {
      if (part.type === "final") output = part.output;
    }
    return output;
  };
  return {
    call: () => call(validInput()),
    prove: proof(
      (which) => call(which === "valid" ? validInput() : invalidInput()),
      (output) => output.path === "README.md",
      () => false,
    ),
  };
}
