// Writes what follows from the definition that the lint uses: the schema of manifests, which editors read in the installed
// command, and the type of a manifest.
import { writeFileSync } from "node:fs";
import { editorSchema } from "../generator/dist/index.js";
import { manifestType } from "./manifest-type.js";

const schema = editorSchema();
const write = (path, text) => writeFileSync(new URL(`../${path}`, import.meta.url), text);
write("packages/cli/schema/manifest.json", `${JSON.stringify(schema, undefined, 2)}\n`);
write("generator/model/generated/manifest.ts", await manifestType(schema));
