import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { memoryDisk } from "../../generator/support/bytes-host.js";
import { readCorpus } from "../../generator/support/corpus.js";
import { runSteps } from "../../generator/support/run-steps.js";
import { largeSchemas, sharedCases, toolDefinitions } from "../../support/shared-cases.js";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Unchanged third-party tools and schemas, some of which have wrong defaults and references. */
const asWritten = [
  ...[...toolDefinitions("real-tools"), ...toolDefinitions("hard-tools")].map(
    ({ inputSchema }) => inputSchema,
  ),
  ...largeSchemas().map(([, schema]) => schema),
].map((schema, index) => ({ id: `raw-${index}`, description: "A tool from outside.", schema }));

const manifests = [...readCorpus(), ...asWritten].map(({ id, description, schema }): [string, Uint8Array] => [
  `manifests/${id}.tool.yaml`,
  bytes({ id, description, category: "custom", risk: "safe", result: "structured", schema }),
]);
const hostile = sharedCases === undefined ? [] : hostileFiles(join(sharedCases, "yaml"));

function hostileFiles(folder: string): [string, Uint8Array][] {
  return readdirSync(folder).map((file) => [
    `manifests/${file.replace(/\.ya?ml$/, ".tool.yaml")}`,
    readFileSync(join(folder, file)),
  ]);
}

it("reports the same diagnostics for third-party tools in lint, check, generate and list", async () => {
  const diagnosticsOf = async (command: string) => {
    const found = await runSteps(
      `toolkiln ${command}`,
      memoryDisk([...manifests, ...hostile]),
      defaultConfig,
    );
    return found.filter(({ code }) => !code.startsWith("TK6"));
  };
  const linted = await diagnosticsOf("lint");
  expect(linted.length).toBeGreaterThan(0);
  for (const command of ["check", "generate", "list"]) expect(await diagnosticsOf(command)).toEqual(linted);
}, 900_000);
