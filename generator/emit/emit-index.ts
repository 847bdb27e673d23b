import type { ToolNames } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import { formerTools } from "./emit-former.js";
import type { FileStructure } from "./file-structure.js";
import type { Statement } from "./statement.js";
import type { ToolPart } from "./tool-part.js";

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
export function emitIndex(parts: readonly ToolPart[], settings: EmitSettings): FileStructure {
  return {
    path: "index.ts",
    source: settings.manifests,
    statements: [
      ...parts.map(({ names, injects }) => reExport(names, injects, settings)),
      ...formerTools(parts).map(({ former, part }) => reExport(former, part.injects, settings)),
    ],
  };
}

function reExport(names: ToolNames, injects: boolean, settings: EmitSettings): Statement {
  return {
    kind: "re-export",
    module: `./tools/${names.file}${settings.importSuffix}`,
    names: [
      { name: names.contract, typeOnly: false },
      { name: names.base, typeOnly: false },
      { name: names.data, typeOnly: true },
      ...(injects ? [{ name: names.injected, typeOnly: true }] : []),
      { name: names.input, typeOnly: true },
      { name: names.params, typeOnly: true },
    ],
  };
}
