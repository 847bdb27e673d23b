import { Client } from "@modelcontextprotocol/client";
import { findDefinitions } from "../definitions/definition-shapes.js";
import { toTool } from "../definitions/import-definitions.js";
import { inside } from "../import-report.js";
import type { ImplementationModule, ImportedTool } from "../imported-tool.js";
import { listPages } from "../mcp/list-pages.js";
import type { ExistingTool } from "./existing-tools.js";
import type { CodeContext } from "./import-code.js";
import { importText } from "./import-text.js";
import { linkedTransports } from "./linked-transports.js";

/** The tools that are registered with an MCP server in this process. */
export async function serverTools(
  { value, path }: ExistingTool,
  context: CodeContext,
): Promise<ImportedTool[]> {
  const { report, source, file } = context;
  const place = inside({ source, pointer: "" }, ...path);
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  const [here, there] = linkedTransports();
  await (value["connect"] as (transport: object) => Promise<void>).call(value, there);
  await client.connect(here);
  const listed = await listPages(client);
  await client.close();
  return findDefinitions({ tools: listed }, place).map((definition) => ({
    ...toTool(definition, report, { isOpen: true }),
    origin: `the tool ${definition.name} of ${path.join(".")} in ${file}`,
    implement: (module: ImplementationModule) => serverToolText(definition.name, path, context.path, module),
  }));
}

function serverToolText(
  name: string,
  path: readonly string[],
  file: string,
  { contract, data, generated, support, file: specifier }: ImplementationModule,
): string {
  const { statement, expression } = importText(path, specifier(file), contract);
  return `import { ${contract}, type ${data} } from ${generated};
${statement}
import { connectionTo } from ${support("support/mcp-connection.ts")};

export const tool = ${contract}.implement((params, context) =>
  connectionTo(${expression}).call<${data}>(${JSON.stringify(name)}, params, context),
);
`;
}
