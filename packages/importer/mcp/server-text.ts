import type { ImplementationModule } from "../imported-tool.js";

/** How a server is reached. */
export type McpAddress =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string };

/** Writes the file that says how one server is reached. */
export function serverText(name: string, address: McpAddress, suffix: string): string {
  const fields =
    "url" in address
      ? [`url: ${JSON.stringify(address.url)}`]
      : [`command: ${JSON.stringify(address.command)}`, `args: ${JSON.stringify(address.args)}`];
  return `import { McpConnection } from "./mcp-connection${suffix}";

/** Calls the tools of ${name}. */
export const ${serverConstant(name)}: McpConnection = new McpConnection({
${fields.map((field) => `  ${field},`).join("\n")}
});
`;
}

/** Writes the implementation of a tool that a server has. */
export function mcpToolText(
  tool: string,
  { contract, data, generated, support }: ImplementationModule,
  server: string,
): string {
  const connection = serverConstant(server);
  return `import { ${contract}, type ${data} } from ${generated};
import { ${connection} } from ${support(`support/${server}.ts`)};

export const tool = ${contract}.implement((params, context) =>
  ${connection}.call<${data}>(${JSON.stringify(tool)}, params, context),
);
`;
}

function serverConstant(name: string): string {
  return `${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Server`;
}
