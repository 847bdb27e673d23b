import { describe, expect, it } from "vitest";
import { providerNamed, providers } from "../../packages/providers/providers.js";

describe("the name of a provider", () => {
  it.each(Object.keys(providers))("%s is known", (name) => {
    expect(providerNamed(name).name).toBe(name);
  });

  it("that is misspelled is refused with the one that was meant", () => {
    expect(() => providerNamed("opnai")).toThrow('There is no target "opnai". Did you mean "openai"?');
  });

  it("that is unlike all others, or of every object, is refused with a list", () => {
    for (const name of ["something-else", "constructor"])
      expect(() => providerNamed(name)).toThrow(`There is no target "${name}". The targets are openai,`);
  });
});
