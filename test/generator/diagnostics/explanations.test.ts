import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { diagnosticCodes, type Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { explanationOf } from "../../../generator/diagnostics/explanations.js";
import { analyze } from "../../../generator/analyze.js";
import { bytesHost, memoryDisk, type MemoryDisk } from "../support/bytes-host.js";
import { exampleConfig, exampleFiles } from "../support/example-files.js";
import { runSteps } from "../support/run-steps.js";

const manifestCodes = diagnosticCodes.filter((code) => /^TK[1-5]/.test(code));
const changeCodes = diagnosticCodes.filter((code) => code.startsWith("TK7"));
// Except TK6009: no command makes the output differ each time, only a file that differs in every read.
const freshnessCodes = diagnosticCodes.filter((code) => code.startsWith("TK6") && code !== "TK6009");

async function diagnosticsOf(example: string): Promise<readonly Diagnostic[]> {
  const config = { ...defaultConfig, ...exampleConfig(example) };
  return (await analyze(bytesHost(exampleFiles(example)), config)).diagnostics;
}

/** The codes of the changes between the two versions of an example. */
async function changesOf(example: string): Promise<readonly string[]> {
  const [before, now] = example
    .replace("# before:\n", "")
    .split("\n# now:\n")
    .map((part) => exampleFiles(part));
  const old = [...(before ?? [])].map(([path, bytes]) => [`old/${path}`, bytes] as const);
  const disk = memoryDisk([...old, ...(now ?? [])]);
  expect(await runSteps("toolkiln lint", disk)).toEqual([]);
  return (await runSteps("toolkiln breaking --against old", disk)).map(({ code }) => code);
}

/** A project of two tools without diagnostics. */
async function freshDisk(): Promise<MemoryDisk> {
  const disk = memoryDisk([["my-registry.ts", new TextEncoder().encode("export const registry = 1;\n")]]);
  expect(await runSteps("toolkiln new file-read\ntoolkiln new file-list\ntoolkiln check", disk)).toEqual([]);
  return disk;
}

describe("the explanation of", () => {
  it.each(manifestCodes)("%s has a bad example that is reported", async (code) => {
    const diagnostics = await diagnosticsOf(explanationOf(code).bad);
    expect(diagnostics.map((found) => found.code)).toContain(code);
  });

  it.each(manifestCodes)("%s has a good example without diagnostics", async (code) => {
    const diagnostics = await diagnosticsOf(explanationOf(code).good);
    expect(diagnostics.map((found) => `${found.code} ${found.message}`)).toEqual([]);
  });

  it.each(freshnessCodes)("%s has commands that cause it", async (code) => {
    const diagnostics = await runSteps(explanationOf(code).bad, await freshDisk());
    expect(diagnostics.map((found) => found.code)).toContain(code);
  });

  it.each(freshnessCodes)("%s has commands that do not cause it", async (code) => {
    const diagnostics = await runSteps(explanationOf(code).good, await freshDisk());
    expect(diagnostics.map((found) => `${found.code} ${found.message}`)).toEqual([]);
  });

  it.each(changeCodes)("%s has two versions that cause it, and two that do not", async (code) => {
    expect(await changesOf(explanationOf(code).bad)).toContain(code);
    expect(await changesOf(explanationOf(code).good)).not.toContain(code);
  });

  it.each(diagnosticCodes)("%s gives the reason in whole sentences", (code) => {
    expect(explanationOf(code).why).toMatch(/^[A-Z].{40,}\.$/);
  });
});
