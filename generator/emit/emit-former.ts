import type { ToolModel, ToolNames } from "../model/tool-model.js";
import type { DocParagraph } from "./doc-comment.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { ImportCollector } from "./imports.js";
import { exportedConst, typeAlias, type Statement } from "./statement.js";

/** A tool under a name that it no longer has. */
export interface FormerTool {
  readonly former: ToolNames;
  readonly model: ToolModel;
}

/** The former names of all tools, without those that another tool has now. */
export function formerTools(models: readonly ToolModel[]): FormerTool[] {
  const taken = new Set(models.map(({ names }) => names.file));
  return models.flatMap((model) =>
    (model.formerNames ?? [])
      .filter(({ file }) => !taken.has(file) && taken.add(file).size > 0)
      .map((former) => ({ former, model })),
  );
}

/** The file of a former id: the old names, marked as deprecated, for code that still uses them. */
export function emitFormer({ former, model }: FormerTool, settings: EmitSettings): FileStructure {
  const { names, spec, origin } = model;
  const module = `./${names.file}${settings.importSuffix}`;
  const imports = new ImportCollector();
  const deprecated = (name: string): DocParagraph => ({
    tag: "deprecated",
    text: `The tool is called \`${spec.id}\` now: use \`${name}\`.`,
  });
  const alias = (name: string, target: string): Statement =>
    typeAlias(name, imports.type(module, target), deprecated(target));
  const contract = imports.value(module, names.contract);
  const statements: Statement[] = [
    alias(former.input, names.input),
    alias(former.params, names.params),
    alias(former.data, names.data),
    ...(spec.inject !== undefined ? [alias(former.injected, names.injected)] : []),
    exportedConst(former.contract, `typeof ${contract}`, contract, deprecated(names.contract)),
    {
      kind: "re-export",
      module,
      names: [{ name: names.base, alias: former.base, typeOnly: false, docs: [deprecated(names.base)] }],
    },
  ];
  return {
    path: `tools/${former.file}.ts`,
    source: origin.file,
    statements: [...imports.statements(), ...statements],
  };
}
