import type { ImplementationModule } from "../imported-tool.js";
import { apiConstant } from "./api-text.js";
import type { Operation } from "./operations.js";
import type { ParameterPlace } from "./parameter-place.js";
import type { RequestParameters } from "./request-parameters.js";

/** Writes the implementation of an operation: where each parameter goes, and nothing else. */
export function operationText(
  { method, path }: Operation,
  { places, bodyType }: RequestParameters,
  api: string,
  { contract, data, generated, support }: ImplementationModule,
): string {
  const send = apiConstant(api);
  const lines = Object.entries(places).map(([name, place]) => `      ${keyOf(name)}: ${placeText(place)},`);
  const parameters = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n    }`;
  return `import { ${contract}, type ${data} } from ${generated};
import { ${send} } from ${support(`support/${api}.ts`)};

export const tool = ${contract}.implement((params, context) =>
  ${send}.send<${data}>(params, context, {
    method: ${JSON.stringify(method)},
    path: ${JSON.stringify(path)},
    parameters: ${parameters},${bodyType === undefined ? "" : `\n    bodyType: ${JSON.stringify(bodyType)},`}
  }),
);
`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}

function placeText(place: ParameterPlace): string {
  const { in: where, ...rest } = place;
  if (Object.keys(rest).length === 0) return JSON.stringify(where);
  const entries = Object.entries(place).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${entries.join(", ")} }`;
}
