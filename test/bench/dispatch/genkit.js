import { genkit, z } from "genkit";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const ai = genkit({});
  const inputSchema = z
    .object({
      path: z.string().min(1),
      encoding: z.enum(["utf-8", "latin1"]).default("utf-8"),
      maxBytes: z.number().int().min(1).max(10_485_760).default(1_048_576),
      follow: z.boolean().optional(),
    })
    .strict();
  const benchTool = ai.defineTool(
    { name: "benchTool", description: "A tool.", inputSchema, outputSchema: z.any() },
    run,
  );
  return {
    call: () => benchTool(validInput()),
    prove: proof(
      (which) => benchTool(which === "valid" ? validInput() : invalidInput()),
      (output) => output.path === "README.md",
      () => false,
    ),
  };
}
