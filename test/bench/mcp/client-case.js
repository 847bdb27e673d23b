// What a case does with its client.
import { Client } from "@modelcontextprotocol/client";
import { proof } from "../proof.js";
import { invalidInput, validInput } from "../dispatch/tool.js";

/** A case whose client speaks over a transport. */
export async function clientCase(transport) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(transport);
  const call = (input) => client.callTool({ name: "bench_tool", arguments: input });
  return {
    call: () => call(validInput()),
    prove: proof(
      (which) => call(which === "valid" ? validInput() : invalidInput()),
      (output) => JSON.stringify(output).includes("README.md"),
      (output) => output.isError === true,
    ),
  };
}
