import type { ToolNames } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { ImportCollector } from "./imports.js";
import type { Statement } from "./statement.js";
import type { ToolPart } from "./tool-part.js";
import { reference, typeOfValue } from "./types/type-node.js";

/** A tool under a name that it no longer has. */
export interface FormerTool {
  readonly former: ToolNames;
  readonly part: ToolPart;
}

/** The former names of all tools, without those that another tool has now. */
export function formerTools(parts: readonly ToolPart[]): FormerTool[] {
  const taken = new Set(parts.map(({ names }) => names.file));
  return parts.flatMap((part) =>
    (part.formerNames ?? [])
      .filter(({ file }) => !taken.has(file) && taken.add(file).size > 0)
      .map((former) => ({ former, part })),
  );
}

/** The file of a former id: the old names, marked as deprecated, for code that still uses them. */
export function emitFormer({ former, part }: FormerTool, settings: EmitSettings): FileStructure {
  const { names, spec, injects, manifest } = part;
  const module = `./${names.file}${settings.importSuffix}`;
  const imports = new ImportCollector();
  const docs = (name: string) => [`@deprecated The tool is called \`${spec.id}\` now: use \`${name}\`.`];
  const alias = (name: string, target: string): Statement => ({
    kind: "type-alias",
    name,
    docs: docs(target),
    type: reference(imports.type(module, target)),
  });
  const contract = imports.value(module, names.contract);
  const statements: Statement[] = [
    alias(former.input, names.input),
    alias(former.params, names.params),
    alias(former.data, names.data),
    ...(injects ? [alias(former.injected, names.injected)] : []),
    {
      kind: "const",
      exported: true,
      name: former.contract,
      docs: docs(names.contract),
      type: typeOfValue(contract),
      initializer: contract,
    },
    {
      kind: "re-export",
      module,
      names: [{ name: names.base, alias: former.base, typeOnly: false, docs: docs(names.base) }],
    },
  ];
  return {
    path: `tools/${former.file}.ts`,
    source: manifest,
    statements: [...imports.statements(), ...statements],
  };
}
