import { pathToFileURL } from "node:url";
import { createJiti } from "jiti";
import { ImportReport, inside, SourceError, type PlacedSource, type SourcePlace } from "../import-report.js";
import type {
  ImplementationModule,
  ImportedSource,
  ImportedTool,
  MutableObject,
  SupportFile,
} from "../imported-tool.js";
import { templateText } from "../plan/template.js";
import { convertSchema, ownReferences } from "../schema/convert-schema.js";
import { toParameters } from "../schema/parameters.js";
import { reasonOf } from "../source/source-document.js";
import { findExistingTools, type ExistingTool } from "./existing-tools.js";
import { importText } from "./import-text.js";
import { readSchema } from "./read-schema.js";
import { serverTools } from "./server-tools.js";
import { zodLosses } from "./zod-losses.js";

/** Milliseconds that a module may take to load; one that connects to something on import may never end. */
const loadTimeout = 60_000;

/** Imports tools that exist in code: `module`, or `module#export`. The module is loaded, so it runs. */
export async function importCode(location: string, path: string): Promise<ImportedSource> {
  const [file = location, wanted] = location.split("#");
  const [modulePath = path] = path.split("#");
  const exported = await load(file, modulePath);
  const chosen =
    wanted === undefined
      ? exported
      : Object.fromEntries(Object.entries(exported).filter(([name]) => name === wanted));
  const found = findExistingTools(chosen);
  if (found.length === 0) throw nothingFound(file, Object.keys(exported));
  const report = new ImportReport();
  const source: PlacedSource = { file, locate: () => new Map() };
  const context = { report, source, path: modulePath, file };
  const tools: ImportedTool[] = [];
  const support = new Map<string, SupportFile>();
  for (const one of found) {
    if (one.kind === "mcp-server") {
      tools.push(...(await serverTools(one, context)));
      support.set("mcp", { path: "support/mcp-connection.ts", text: () => templateText("mcp-connection") });
    } else {
      tools.push(await toTool(one, context));
      if (one.kind !== "schema")
        support.set("existing", {
          path: "support/existing-tool.ts",
          text: () => templateText("existing-tool"),
        });
    }
  }
  return {
    tools,
    support: [...support.values()],
    packages: support.has("mcp") ? ["@modelcontextprotocol/client"] : [],
    report,
  };
}

/** What the tools of one module share. */
export interface CodeContext {
  readonly report: ImportReport;
  readonly source: PlacedSource;
  /** The absolute path of the module, and what the user calls it. */
  readonly path: string;
  readonly file: string;
}

async function load(file: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const jiti = createJiti(pathToFileURL(path).href, { interopDefault: false, tsconfigPaths: true });
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it was not loaded within ${loadTimeout / 1000} seconds`)),
      loadTimeout,
    );
  });
  try {
    return await Promise.race([jiti.import<Readonly<Record<string, unknown>>>(path), expired]);
  } catch (error) {
    throw new SourceError("TK1001", file, `The module cannot be loaded: ${reasonOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

function nothingFound(file: string, names: readonly string[]): SourceError {
  const message =
    "No export is a tool of the AI SDK, OpenAI Agents or LangChain, an MCP server or a Standard Schema.";
  return new SourceError(
    "TK8004",
    file,
    message,
    names.length === 0 ? undefined : `The module exports ${names.slice(0, 20).join(", ")}.`,
  );
}

async function toTool(tool: ExistingTool, context: CodeContext): Promise<ImportedTool> {
  const { report, source, path, file } = context;
  const place = inside({ source, pointer: "" }, ...tool.path);
  const { description } = tool.value;
  const schema = await convert(tool.schema, inside(place, "inputSchema"), context);
  const result =
    tool.outputSchema === undefined
      ? "structured"
      : await convert(tool.outputSchema, inside(place, "outputSchema"), context);
  return {
    name: tool.name,
    keepsName: tool.kind !== "schema",
    description: typeof description === "string" && description.trim() !== "" ? description : tool.name,
    // Other libraries ignore what a schema does not name, or say that they do not.
    schema: toParameters(schema, report, tool.kind !== "schema"),
    result,
    origin: `${tool.path.join(".")} in ${file}`,
    place,
    ...(tool.kind !== "schema" && {
      implement: (module: ImplementationModule) => existingText(tool, path, module),
    }),
  };
}

async function convert(
  schema: unknown,
  place: SourcePlace,
  { report, path }: CodeContext,
): Promise<MutableObject> {
  const json: unknown = await readSchema(schema, path);
  if (json === undefined)
    report.lose(
      place,
      "This kind of schema cannot be read here, so anything is accepted.",
      "Is the package that converts it installed: zod, ai or @valibot/to-json-schema?",
    );
  for (const { path: steps, message } of zodLosses(schema)) report.lose(inside(place, ...steps), message);
  return convertSchema(json ?? {}, place, {
    report,
    reference: ownReferences(report),
    keepsExtensions: true,
  });
}

/** Writes the implementation that runs an existing tool. */
function existingText(
  { kind, path }: ExistingTool,
  file: string,
  { contract, data, generated, support, file: specifier }: ImplementationModule,
): string {
  const { statement, expression } = importText(path, specifier(file), contract);
  return `import { ${contract}, type ${data} } from ${generated};
${statement}
import { runExisting } from ${support("support/existing-tool.ts")};

export const tool = ${contract}.implement(
  async (params, context) => (await runExisting(${expression}, ${JSON.stringify(kind)}, params, context)) as ${data},
);
`;
}
