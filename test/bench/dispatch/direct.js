// The floor: the validator that toolkiln emits, then the body.
import { invalidInput, loadGenerated, run, validInput } from "./tool.js";

export async function setUp() {
  const { validate } = await loadGenerated();
  const call = async (input = validInput()) => {
    if (!validate(input)) throw new Error("invalid");
    return run(input);
  };
  return {
    call: () => call(),
    async prove() {
      if ((await call()).path !== "README.md") throw new Error("The floor does not run.");
      await call(invalidInput()).then(
        () => Promise.reject(new Error("The floor accepts invalid input.")),
        () => {},
      );
    },
  };
}
