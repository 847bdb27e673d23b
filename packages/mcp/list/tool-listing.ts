import {
  ProtocolError,
  ProtocolErrorCode,
  type ListToolsResult,
  type Tool,
} from "@modelcontextprotocol/server";
import { mcp } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { DataPlacement, McpExecutor, McpServerOptions } from "../mcp-server-options.js";
import { toolMeta } from "../tool-meta.js";
import { categoryIcon } from "./category-icon.js";

/** The MCP definition of a tool, with its spec. */
export interface ServedTool {
  readonly spec: ToolSpec;
  readonly definition: Tool;
}

/** The MCP definition of a tool, with the schemas of its manifest. */
export function toServedTool(spec: ToolSpec, data: DataPlacement): ServedTool {
  const { outputSchema, ...definition } = mcp.adapt(spec).definition;
  const icons = categoryIcon(spec);
  return {
    spec,
    definition: {
      ...definition,
      // A schema makes structured content required.
      ...(outputSchema !== undefined && data !== "text" && { outputSchema }),
      ...(icons.length > 0 && { icons }),
      _meta: toolMeta(spec),
    },
  };
}

type ListingOptions = Required<Pick<McpServerOptions, "data" | "pageSize">>;

/** The tools of an executor, sorted by name; reloaded when the registry changes. */
export class ToolListing {
  readonly #executor: McpExecutor;
  readonly #options: ListingOptions;
  /** Stops listening to the registry. */
  readonly close: () => void;
  #tools: Promise<ReadonlyMap<string, ServedTool>> | undefined;
  /** The last result of `#tools`, for synchronous access. */
  #loaded: ReadonlyMap<string, ServedTool> = new Map();

  constructor(executor: McpExecutor, options: ListingOptions, onChange: () => void) {
    this.#executor = executor;
    this.#options = options;
    this.close = executor.registry.on("changed", () => {
      this.#tools = undefined;
      onChange();
    });
  }

  /** Finds a tool by its listed name, or by any name that the registry knows. */
  async find(name: string): Promise<ServedTool | undefined> {
    const tools = await this.#load();
    const listed = tools.get(name);
    if (listed !== undefined) return listed;
    const served = [...tools.values()];
    const id = new ToolNames(served.map(({ spec }) => spec)).find(name);
    return served.find(({ spec }) => spec.id === id);
  }

  /** The input schema of a tool; undefined if the tool is unknown or the list is not loaded yet. */
  inputSchema(name: string): Record<string, unknown> | undefined {
    return this.#loaded.get(name)?.definition.inputSchema;
  }

  /** The sorted tool names. Rejects on duplicates. */
  async names(): Promise<readonly string[]> {
    return [...(await this.#load()).keys()];
  }

  /** A page of the list. The cursor is the last name of the previous page, so no tool is skipped when the list changes. */
  async page(cursor: string | undefined): Promise<ListToolsResult> {
    const tools = await this.#load();
    const after = cursor === undefined ? "" : readCursor(cursor);
    const rest = [...tools].filter(([name]) => name > after);
    const page = rest.slice(0, this.#options.pageSize);
    const last = page.at(-1);
    return {
      tools: page.map(([, { definition }]) => definition),
      ...(last !== undefined && rest.length > page.length && { nextCursor: toCursor(last[0]) }),
    };
  }

  #load(): Promise<ReadonlyMap<string, ServedTool>> {
    if (this.#tools !== undefined) return this.#tools;
    const tools = this.#read();
    this.#tools = tools;
    tools.catch(() => {
      if (this.#tools === tools) this.#tools = undefined;
    });
    return tools;
  }

  async #read(): Promise<ReadonlyMap<string, ServedTool>> {
    const { registry, availability } = this.#executor;
    const specs = await registry.getToolSpecs(availability);
    const byName = new Map<string, ServedTool>();
    for (const spec of specs) {
      const tool = toServedTool(spec, this.#options.data);
      const { name } = tool.definition;
      const other = byName.get(name);
      if (other !== undefined) {
        throw new Error(`\`${other.spec.id}\` and \`${spec.id}\` are both called \`${name}\` over MCP.`);
      }
      byName.set(name, tool);
    }
    // By code units: the order must not depend on the locale.
    this.#loaded = new Map([...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return this.#loaded;
  }
}

const cursorPrefix = "after:";

function toCursor(name: string): string {
  return btoa(cursorPrefix + name);
}

function readCursor(cursor: string): string {
  try {
    const text = atob(cursor);
    if (text.startsWith(cursorPrefix)) return text.slice(cursorPrefix.length);
  } catch {
    // Not base64: an invalid cursor.
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor was not issued by this server.");
}
