import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { diagnosticCodes } from "../../../generator/diagnostics/catalog.js";
import { explanations } from "../../../generator/diagnostics/explanations.js";
import { analyze } from "../../../generator/pipeline.js";
import { bytesHost } from "../support/bytes-host.js";
import { exampleFiles } from "../support/example-files.js";

// Portability depends on a project's targets and freshness on what happened to files: both are tested with those.
const manifestCodes = diagnosticCodes.filter((code) => /^TK[1-4]/.test(code));

describe("the explanation of", () => {
  it.each(manifestCodes)("%s has a bad example that is reported", async (code) => {
    const { diagnostics } = await analyze(bytesHost(exampleFiles(explanations[code].bad)), defaultConfig);
    expect(diagnostics.map((found) => found.code)).toContain(code);
  });

  it.each(manifestCodes)("%s has a good example without any finding", async (code) => {
    const { diagnostics } = await analyze(bytesHost(exampleFiles(explanations[code].good)), defaultConfig);
    expect(diagnostics.map((found) => `${found.code} ${found.message}`)).toEqual([]);
  });

  it.each(diagnosticCodes)("%s says why in whole sentences", (code) => {
    expect(explanations[code].why).toMatch(/^[A-Z].{40,}\.$/);
  });
});
