import { configurationFile } from "../../config.js";
import { diagnostic, fileStart } from "../../diagnostics/catalog.js";
import { registryName } from "../../names/tool-names.js";
import type { ProjectRule } from "../rule.js";

/** What `registry.ts` exports in any case and the registry of a toolset could be called, too. */
const taken = "createToolRegistry";

/** Two toolsets never meet in the name of their registry, which is also none that generated code has already. */
export const toolsetNamesRule: ProjectRule = {
  name: "toolset-names",
  *check({ config: { toolsets = {} } }) {
    const owners = new Map([[taken, "the generated code"]]);
    for (const toolset of Object.keys(toolsets)) {
      const name = registryName(toolset);
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, `the toolset \`${toolset}\``);
        continue;
      }
      const message = `The registry of the toolset \`${toolset}\` would be called \`${name}\`, a name that ${owner} already has.`;
      const help = "Rename it in the configuration so that its letters and digits differ.";
      yield diagnostic("TK4003", { file: configurationFile, range: fileStart }, message, { help });
    }
  },
};
