// Generates the types of manifests and configurations, and their JSON Schemas for editors, from `generator/schema/`. Also
// generates the catalogue of diagnostics from the headings of `generator/explanations.md`.
import { readFileSync, writeFileSync } from "node:fs";
import { readSchemas } from "./compiled-schemas.js";
import { configType, manifestType } from "./schema-type.js";

const { manifestSchema, configSchema } = await readSchemas();
const write = (path, text) => writeFileSync(new URL(`../${path}`, import.meta.url), text);
write("packages/cli/schema/manifest.json", `${JSON.stringify(manifestSchema, undefined, 2)}\n`);
write("packages/cli/schema/config.json", `${JSON.stringify(configSchema, undefined, 2)}\n`);
write("generator/model/generated/manifest.ts", await manifestType(manifestSchema));
write("generator/model/generated/config.ts", await configType(configSchema));

const heading = /^## (TK\d{4}) ([\w-]+) \((\w+)(, ignorable)?\)$/gm;
const explanations = readFileSync(new URL("../generator/explanations.md", import.meta.url), "utf8");
const entries = [...explanations.matchAll(heading)].map(
  ([, code, name, severity, ignorable]) =>
    `  ${code}: { name: "${name}", severity: "${severity}"${ignorable ? ", ignorable: true" : ""} },`,
);
write(
  "generator/model/generated/diagnostic-catalog.ts",
  `// Written by \`npm run schema\` from the headings of generator/explanations.md; do not edit.

/** Every diagnostic that toolkiln reports, by its code. Codes are never reused. */
export const diagnosticCatalog = {
${entries.join("\n")}
} as const;
`,
);
