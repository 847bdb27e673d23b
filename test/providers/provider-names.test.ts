import { describe, expect, it } from "vitest";
import { providerNamed, providers } from "../../packages/providers/providers.js";

describe("providerNamed", () => {
  it.each(Object.keys(providers))("finds %s", (name) => {
    expect(providerNamed(name).name).toBe(name);
  });

  it("suggests the correct name for a misspelled provider", () => {
    expect(() => providerNamed("opnai")).toThrow('There is no target "opnai". Did you mean "openai"?');
  });

  it("lists all providers when the name is unknown, or is an inherited property such as `constructor`", () => {
    for (const name of ["something-else", "constructor"])
      expect(() => providerNamed(name)).toThrow(`There is no target "${name}". Known targets: openai,`);
  });
});
