import { defineConfig } from "@toolkiln/generator";
import { expect, it } from "vitest";

it("returns the configuration that was defined", () => {
  const config = { manifests: "tools", severities: { TK2016: "off" } } as const;
  expect(defineConfig(config)).toBe(config);
});
