import type { ImplementationModule } from "../imported-tool.js";

/** A function and how it is called. */
export interface FunctionCall {
  readonly name: string;
  /** The absolute path of its file. */
  readonly path: string;
  /** Whether its one parameter is the parameters of the tool. */
  readonly isObject: boolean;
  readonly isVoid: boolean;
  readonly parameters: readonly { readonly name: string; readonly isRest: boolean }[];
  /** Whether the types of the manifest are those of the function. */
  readonly isExactInput: boolean;
  readonly isExactOutput: boolean;
}

/** Writes the implementation that calls a function. */
export function callText(
  { name, path, isObject, isVoid, parameters, isExactInput, isExactOutput }: FunctionCall,
  { contract, data, generated, file }: ImplementationModule,
): string {
  const local = name === contract || name === "default" ? `${contract}Function` : name;
  const imported = name === local ? name : `${name} as ${local}`;
  const own = parameters.map(
    (one) => `${one.isRest ? "..." : ""}${access(one.name)}${one.isRest ? " ?? []" : ""}`,
  );
  const spread = own.map((argument) => argument.replace(/^\.\.\.(.*)$/, "...($1)"));
  const exact = isObject ? "params" : spread.join(", ");
  const all = isObject ? "params" : `[${spread.join(", ")}]`;
  const list = isObject
    ? `params as unknown as Parameters<typeof ${local}>[0]`
    : `...(${all} as unknown as Parameters<typeof ${local}>)`;
  const call = `${local}(${parameters.length === 0 ? "" : isExactInput ? exact : list})`;
  const cast = isExactOutput ? "" : `, type ${data}`;
  const reason =
    isExactInput && isExactOutput
      ? ""
      : "  // JSON cannot express every type of the function; the import reported which.\n";
  const body = isVoid
    ? `  await ${call};\n  return null;`
    : `  return ${isExactOutput ? call : `(await ${call}) as unknown as ${data}`};`;
  return `import { ${contract}${isVoid ? "" : cast} } from ${generated};
import { ${imported} } from ${file(path)};

export const tool = ${contract}.implement(async (${parameters.length === 0 ? "" : "params"}) => {
${reason}${body}
});
`;
}

function access(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `params.${name}` : `params[${JSON.stringify(name)}]`;
}
