import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { expect, it } from "vitest";
import { emittedValidator } from "../../generator/support/emitted-validator.js";
import { worstCases } from "../../support/worst-cases.js";

const engines: Record<string, (schema: JsonSchema) => (data: unknown) => boolean> = {
  "at run time": compileSchema,
  "in generated code": (schema) => emittedValidator(schema, "schemas"),
};

/** The shortest of three times, in milliseconds. */
function time(action: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Allowed milliseconds for work that does not depend on the input. */
const overhead = 100;

it.each(
  Object.entries(engines).flatMap(([name, compile]) =>
    worstCases.map((worst) => [worst.title, name, compile, worst] as const),
  ),
)("%s: validating %s takes at most ten times as long as copying the input", (title, name, compile, worst) => {
  const validate = compile(worst.schema);
  const input = worst.input(worst.large);
  const copying = time(() => structuredClone(input));
  const validating = time(() => validate(input));
  const ratio = (validating / copying).toFixed(1);
  process.stdout.write(`${ratio} times (${validating.toFixed(0)} ms): ${title} ${name}\n`);
  expect(validating).toBeLessThanOrEqual(10 * copying + overhead);
});
