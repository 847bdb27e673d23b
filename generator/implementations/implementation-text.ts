import type { GeneratorConfig } from "../config.js";
import { moduleSpecifier } from "../emit/imports.js";
import type { ToolNames } from "../model/tool-model.js";

/** The parts of an implementation that depend on the tool. */
export interface ImplementationParts {
  /** Import statements after that of the contract. */
  readonly imports?: readonly string[];
  /** Names that are imported with the contract. */
  readonly names?: readonly string[];
  /** The arguments of the function. */
  readonly takes?: string;
  /** The statements of the function. @default a stub that throws */
  readonly body?: string;
}

/** Writes the file that implements a tool. */
export function implementationText(
  { contract, file }: Pick<ToolNames, "contract" | "file">,
  config: GeneratorConfig,
  { imports = [], names = [], takes = "", body }: ImplementationParts = {},
): string {
  const module = moduleSpecifier(config.tools, `${config.out}/tools/${file}`, config);
  const stub = `// Your code goes here. The first argument holds the parameters.
throw new Error("${contract} is not implemented yet.");`;
  const lines = [
    `import { ${[contract, ...names].join(", ")} } from ${JSON.stringify(module)};`,
    ...imports,
    "",
    `export const tool = ${contract}.implement(async (${takes}) => {`,
    (body ?? stub).replaceAll(/^(?=.)/gm, "  "),
    "});",
    "",
  ];
  return lines.join("\n");
}
