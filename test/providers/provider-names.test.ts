import { describe, expect, it } from "vitest";
import { providerNamed, providers } from "../../packages/providers/providers.js";

describe("the name of a provider", () => {
  it.each(Object.keys(providers))("%s is known", (name) => {
    expect(providerNamed(name).name).toBe(name);
  });

  it("suggests the correct name for a misspelled provider", () => {
    expect(() => providerNamed("opnai")).toThrow('There is no target "opnai". Did you mean "openai"?');
  });

  it("lists all providers when the name is unknown or an object property", () => {
    for (const name of ["something-else", "constructor"])
      expect(() => providerNamed(name)).toThrow(`There is no target "${name}". Known targets: openai,`);
  });
});
