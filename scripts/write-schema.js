// Writes what follows from `generator/schema/`: the schemas of manifests and configurations, which editors read in the
// installed command, and the types of both.
import { writeFileSync } from "node:fs";
import { readSchemas } from "./compiled-schemas.js";
import { configType, manifestType } from "./schema-type.js";

const { manifestSchema, configSchema } = await readSchemas();
const write = (path, text) => writeFileSync(new URL(`../${path}`, import.meta.url), text);
write("packages/cli/schema/manifest.json", `${JSON.stringify(manifestSchema, undefined, 2)}\n`);
write("packages/cli/schema/config.json", `${JSON.stringify(configSchema, undefined, 2)}\n`);
write("generator/model/generated/manifest.ts", await manifestType(manifestSchema));
write("generator/model/generated/config.ts", await configType(configSchema));
