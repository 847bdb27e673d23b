import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Importer from "@toolkiln/importer";
import type * as Mcp from "@toolkiln/mcp";
import type * as McpNode from "@toolkiln/mcp/node";
import type * as Playground from "@toolkiln/playground";
import type * as Queue from "@toolkiln/queue";
import { CommandError } from "./command.js";
import { findCheckout } from "./init/checkout.js";
import { version } from "./version.js";

/** A package that `toolkiln` does not bring along: a command loads it when it is installed. */
export interface OptionalPackage {
  readonly name: string;
  /** What `npm install` is given after the name. */
  readonly version: string;
  /** What a project gets with it. */
  readonly purpose: string;
}

/** The optional packages by the names that `init --with` takes. */
export const optionalPackages: Readonly<
  Record<"mcp" | "importer" | "playground" | "queue" | "tokenizer", OptionalPackage>
> = {
  mcp: { name: "@toolkiln/mcp", version, purpose: "serve the tools over MCP (toolkiln mcp)" },
  importer: {
    name: "@toolkiln/importer",
    version,
    purpose: "import OpenAPI, MCP servers, TypeScript and tools in code (toolkiln import)",
  },
  playground: {
    name: "@toolkiln/playground",
    version,
    purpose: "try the tools on a local page (toolkiln playground)",
  },
  queue: {
    name: "@toolkiln/queue",
    // Not a dependency of the package, because it asks for a newer Node than it needs.
    version: `${version} pg-boss@12.35.0`,
    purpose: "run calls on workers over PostgreSQL (toolkiln worker, toolkiln queue)",
  },
  tokenizer: {
    name: "gpt-tokenizer",
    version: "4",
    purpose: "exact token counts for OpenAI (toolkiln cost), 30 MB",
  },
};

/** The command line that installs an optional package where the command finds it: in a checkout, beside the checkout. */
export function installLine({ name, version: wanted }: OptionalPackage): string {
  const checkout = findCheckout();
  const place = checkout === undefined ? "" : `--no-save --prefix ${checkout.folder} `;
  return `npm install ${place}${name}@${wanted}`;
}

/** The entries of optional packages that commands load. */
interface OptionalModules {
  readonly "@toolkiln/importer": typeof Importer;
  readonly "@toolkiln/mcp": typeof Mcp;
  readonly "@toolkiln/mcp/node": typeof McpNode;
  readonly "@toolkiln/playground": typeof Playground;
  readonly "@toolkiln/queue": typeof Queue;
}

/** Imports an entry of an optional package; throws with the line that installs it when it is missing. */
export async function importOptional<Entry extends keyof OptionalModules>(
  entry: Entry,
  needs: Needs,
): Promise<OptionalModules[Entry]> {
  return (await import(pathToFileURL(resolveOptional(entry, needs)).href)) as OptionalModules[Entry];
}

/** Who needs an optional package, and where it may be installed. */
export interface Needs {
  /** What was called, such as `toolkiln mcp`. */
  readonly command: string;
  readonly package: OptionalPackage;
  /** The project's folder; a package beside the command itself is found, too. */
  readonly folder: string;
}

/** The file of an entry of an optional package; throws with the line that installs it when it is missing. */
export function resolveOptional(entry: keyof OptionalModules, needs: Needs): string {
  for (const from of [import.meta.url, join(needs.folder, "package.json")]) {
    try {
      return createRequire(from).resolve(entry);
    } catch {
      // Not installed there.
    }
  }
  throw new CommandError(`${needs.command} needs ${needs.package.name}: ${installLine(needs.package)}`);
}
