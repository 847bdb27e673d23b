import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Importer from "@toolkiln/importer";
import type * as Mcp from "@toolkiln/mcp";
import type * as McpNode from "@toolkiln/mcp/node";
import type * as Playground from "@toolkiln/playground";
import type * as Queue from "@toolkiln/queue";
import { workingFolder } from "@toolkiln/project";
import { CommandError, type GlobalOptions } from "./command.js";
import { findCheckout } from "./init/checkout.js";
import { version } from "./version.js";

/** A package that `toolkiln` does not depend on: commands load it if it is installed. */
export interface OptionalPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of other packages that must be installed with it. */
  readonly needs?: Readonly<Record<string, string>>;
  readonly purpose: string;
}

/** The optional packages by the names that `init --with` takes. */
export const optionalPackages = {
  mcp: scoped("mcp", "serve the tools over MCP (toolkiln mcp)"),
  importer: scoped("importer", "import OpenAPI, MCP servers, TypeScript and tools in code (toolkiln import)"),
  playground: scoped("playground", "try the tools on a local page (toolkiln playground)"),
  // pg-boss is an optional peer, because it declares a newer Node than it needs.
  queue: {
    ...scoped("queue", "run calls on workers over PostgreSQL (toolkiln worker, toolkiln queue)"),
    needs: { "pg-boss": "12.35.0" },
  },
  tokenizer: {
    name: "gpt-tokenizer",
    version: "4",
    purpose: "exact token counts for OpenAI (toolkiln cost), 30 MB",
  },
} satisfies Readonly<Record<string, OptionalPackage>>;

function scoped(name: string, purpose: string): OptionalPackage {
  return { name: `@toolkiln/${name}`, version, purpose };
}

/** The install command for an optional package; if run from a checkout, installs into the checkout. */
export function installCommand({ name, version: wanted, needs }: OptionalPackage): string {
  const checkout = findCheckout();
  const flags = checkout === undefined ? "" : `--no-save --prefix ${checkout} `;
  const packages = Object.entries({ [name]: wanted, ...needs }).map((one) => one.join("@"));
  return `npm install ${flags}${packages.join(" ")}`;
}

interface OptionalModules {
  readonly "@toolkiln/importer": typeof Importer;
  readonly "@toolkiln/mcp": typeof Mcp;
  readonly "@toolkiln/mcp/node": typeof McpNode;
  readonly "@toolkiln/playground": typeof Playground;
  readonly "@toolkiln/queue": typeof Queue;
}

/** Imports an entry of an optional package; if missing, throws with the install command. */
export async function importOptional<Entry extends keyof OptionalModules>(
  entry: Entry,
  options: GlobalOptions,
): Promise<OptionalModules[Entry]> {
  return (await import(pathToFileURL(resolveOptional(entry, options)).href)) as OptionalModules[Entry];
}

/** The file of an entry, installed with the command or in the project; throws when it is missing. */
export function resolveOptional(entry: keyof OptionalModules, options: GlobalOptions): string {
  for (const from of [import.meta.url, join(workingFolder(options), "package.json")]) {
    try {
      return createRequire(from).resolve(entry);
    } catch {
      // Not installed here.
    }
  }
  const needed = Object.values(optionalPackages).find(({ name }) => entry.startsWith(name));
  throw new CommandError(
    `This command needs ${entry}${needed === undefined ? "" : `: ${installCommand(needed)}`}`,
  );
}
