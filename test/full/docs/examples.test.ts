import { expect, it } from "vitest";
import { compileExamples } from "../../docs/compile-examples.js";

it("the documentation's examples with the SDKs of providers compile", async () => {
  const { compiled, output } = await compileExamples("with SDKs");
  expect(compiled).toBeGreaterThan(1);
  expect(output).toBe("");
}, 120_000);
