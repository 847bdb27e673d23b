import { servicesFile, type GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { refusalOf } from "../diagnostics/refusal.js";
import type { Host } from "../host.js";
import { CachedExports } from "./cached-exports.js";
import { findImplementation } from "./find-implementation.js";

/** A tool and the name of its files. */
export interface ExpectedTool {
  readonly id: string;
  readonly file: string;
  /** Services that the implementation uses. */
  readonly uses?: readonly string[];
}

/** Finds the tools without an implementation: their file is missing, or it does not export `tool`. */
export async function missingImplementations(
  host: Host,
  config: GeneratorConfig,
  tools: readonly ExpectedTool[],
): Promise<Diagnostic[]> {
  const { tools: folder } = config;
  const present = new Set(await host.listFiles(folder));
  const exports = await CachedExports.open(host, config);
  const diagnostics = await missingServices(host, servicesFile(config), tools);
  for (const tool of tools) {
    const file = findImplementation(present, folder, tool.file);
    if (file === undefined) {
      diagnostics.push(missing(tool, `${folder}/${tool.file}.ts`));
      continue;
    }
    const flaw = await flawOf(host, file, exports);
    if (flaw === undefined) continue;
    const message = `The implementation of ${tool.id} ${flaw.message}.`;
    diagnostics.push(notImplemented(file, message, flaw.help));
  }
  await exports.keep();
  return diagnostics;
}

/** Tells whether the file is missing that declares the services which tools use. */
async function missingServices(
  host: Host,
  file: string,
  tools: readonly ExpectedTool[],
): Promise<Diagnostic[]> {
  const user = tools.find(({ uses = [] }) => uses.length > 0);
  if (user?.uses === undefined) return [];
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/"))) || ".";
  if ((await host.listFiles(folder)).includes(file)) return [];
  const message = `There is no ${file}, but ${user.id} uses the services ${user.uses.join(", ")}.`;
  const help = `Export an interface \`Services\` and a function \`createServices\` from ${file}.`;
  return [notImplemented(file, message, help)];
}

/** What is wrong with a file, as the end of a sentence, and the way out. */
interface Flaw {
  readonly message: string;
  readonly help: string;
}

const callImplement =
  "Call `implement` of the contract: `export const tool = contract.implement(async (params, context) => …)`.";

/** What is wrong with a file that is to implement a tool; undefined when nothing is. */
async function flawOf(host: Host, file: string, exports: CachedExports): Promise<Flaw | undefined> {
  const help = `Export \`tool\` from ${file}.`;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await host.readFile(file);
  } catch (error) {
    return { message: `cannot be read: ${refusalOf(error)}`, help };
  }
  const exported = await exports.read(file, new TextDecoder().decode(bytes));
  switch (exported) {
    case "tool":
      return undefined;
    case "nothing":
      return { message: "does not export `tool`", help };
    case "contract":
      return { message: "exports the contract itself as `tool`", help: callImplement };
    case "function":
      return { message: "exports a function as `tool`", help: callImplement };
    default:
      return exported satisfies never;
  }
}

function missing({ id }: ExpectedTool, file: string): Diagnostic {
  const help = `Export \`tool\` from ${file}; \`toolkiln new ${id}\` writes a beginning.`;
  return notImplemented(file, `There is no implementation of ${id}.`, help);
}

function notImplemented(file: string, message: string, help: string): Diagnostic {
  return diagnostic("TK6006", { file, range: fileStart }, message, { help });
}
