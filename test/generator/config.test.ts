import { defineConfig } from "@toolkiln/generator";
import { expect, it } from "vitest";

it("defineConfig returns its argument", () => {
  const config = { manifests: "tools", severities: { TK2016: "off" } } as const;
  expect(defineConfig(config)).toBe(config);
});
