import { invalidInput, loadGenerated, validInput } from "../dispatch/tool.js";
import { proof } from "../proof.js";

export async function setUp() {
  const { validate } = await loadGenerated();
  return { call: () => validate(validInput()), prove: proveWith(validate) };
}

/** Validators answer true or false. */
export function proveWith(validate) {
  return proof(
    async (which) => validate(which === "valid" ? validInput() : invalidInput()),
    (answer) => answer === true,
    (answer) => answer === false,
  );
}
