// Writes the schema of manifests, which editors read in the installed command, from the definition that the lint uses.
import { writeFileSync } from "node:fs";
import { editorSchema } from "../generator/dist/index.js";

const file = new URL("../packages/cli/schema/manifest.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(editorSchema(), undefined, 2)}\n`);
