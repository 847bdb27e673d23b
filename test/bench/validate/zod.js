import { peerSchema } from "../dispatch/peer-schema.js";
import { validInput } from "../dispatch/tool.js";
import { proveWith } from "./emitted.js";

export async function setUp() {
  const validate = (input) => peerSchema.safeParse(input).success;
  return { call: () => validate(validInput()), prove: proveWith(validate) };
}
