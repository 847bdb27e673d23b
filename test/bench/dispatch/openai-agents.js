import { RunContext, tool } from "@openai/agents";
import { z } from "zod";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

// Its schemas are strict: every parameter is required, optional ones are nullable.
const parameters = z.strictObject({
  path: z.string().min(1),
  encoding: z.enum(["utf-8", "latin1"]),
  maxBytes: z.int().min(1).max(10_485_760),
  follow: z.boolean().nullable(),
});

export async function setUp() {
  const benchTool = tool({
    name: "bench_tool",
    description: "A tool.",
    parameters,
    execute: run,
    errorFunction: null,
  });
  const context = new RunContext();
  return {
    call: () => benchTool.invoke(context, JSON.stringify(validInput())),
    prove: proof(
      (which) => benchTool.invoke(context, JSON.stringify(which === "valid" ? validInput() : invalidInput())),
      (output) => output.path === "README.md",
      () => false,
    ),
  };
}
