import type { Logger } from "../executor/executor-options.js";
import { errorFromUnknown } from "../result/error-from-unknown.js";
import type { ContractMap, ToolIdOf } from "../tool/tool-contract.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { withoutExtensions } from "../tool/json-schema-dialect.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { ToolCategory } from "../tool/tool-category.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import type { GeneratedTools } from "./create-registry.js";
import { Listeners } from "./listeners.js";
import type { AnyContracts, ContractsOf, ToolOf } from "./registry-contracts.js";
import { filterOf, fold, type ToolAvailabilityContext } from "./tool-availability-context.js";
import { reportedAvailability, ToolHandle, type ServiceUses } from "./tool-handle.js";
import { ToolNames } from "./tool-names.js";

export interface ToolRegistryOptions {
  /** Logs errors of listeners; for example `console`. */
  readonly logger?: Pick<Logger, "error">;
  /** Tools to share with other registries. */
  readonly handles?: Iterable<ToolHandle>;
  /** Tools of generated code; see `createRegistry`. */
  readonly generated?: GeneratedTools;
}

/** A change in a registry. */
export interface ToolRegistryChange {
  readonly changeType: "added" | "removed" | "updated";
  readonly tool: ToolHandle;
  readonly timestamp: Date;
}

/** The tools of an application: metadata at once, everything else lazily loaded. */
export class ToolRegistry<Contracts extends ContractMap<Contracts> = AnyContracts> {
  #handles = new Map<string, ToolHandle>();
  #generated: GeneratedTools | undefined;
  /** Index of all names; created on first use, because lookups by id do not need it. */
  #names: ToolNames | undefined;
  readonly #listeners = new Listeners<ToolRegistryChange>((error) =>
    this.#logger?.error(`A listener of 'changed' failed: ${errorFromUnknown(error).message}`),
  );
  readonly #logger: ToolRegistryOptions["logger"];
  /** Gives registries of different tools different types; never set. */
  declare readonly contracts?: Contracts;

  constructor({ logger, handles = [], generated }: ToolRegistryOptions = {}) {
    this.#logger = logger;
    this.#generated = generated;
    for (const handle of handles) this.#put(handle);
  }

  /** A registry of loaded tools, typed by their ids. */
  static of<const Tools extends readonly AnyTool[]>(...tools: Tools): ToolRegistry<ContractsOf<Tools>> {
    return new ToolRegistry({ handles: tools.map((tool) => new ToolHandle(tool.contract.id, tool)) });
  }

  get count(): number {
    return this.#all().size;
  }

  get tools(): readonly ToolHandle[] {
    return [...this.#all().values()];
  }

  /** Adds a tool; throws when its id or its wire name is taken. */
  registerTool(tool: AnyTool): void {
    this.#put(new ToolHandle(tool.contract.id, tool));
  }

  /** Adds a tool unless its id or its wire name is taken. Returns whether it did. */
  tryRegisterTool(tool: AnyTool): boolean {
    const isFree = this.#conflictOf(tool.contract.spec) === undefined;
    if (isFree) this.registerTool(tool);
    return isFree;
  }

  /** Replaces the tool with the same id, or adds the tool. Returns whether it replaced one. */
  replaceTool(tool: AnyTool): boolean {
    const old = this.#allNames().holderOf("id", tool.contract.id);
    this.#put(new ToolHandle(tool.contract.id, tool), old);
    return old !== undefined;
  }

  /** Replaces all tools with those of another registry. Running calls keep the tool they began with. */
  replaceTools({ tools }: Pick<ToolRegistry, "tools">): void {
    const old = this.#all();
    const next = new ToolRegistry({ handles: tools }).#all();
    [this.#handles, this.#names] = [next, undefined];
    for (const handle of old.values()) if (!next.has(handle.id)) this.#changed("removed", handle);
    for (const handle of next.values()) this.#changed(old.has(handle.id) ? "updated" : "added", handle);
  }

  unregisterTool(id: string): boolean {
    const handle = this.getTool(id);
    if (handle === undefined) return false;
    this.#all().delete(handle.id);
    this.#names = undefined;
    this.#changed("removed", handle);
    return true;
  }

  /** The tool with this name, case-insensitive: its id, wire name, a former id or that id's default wire name. */
  getTool<Id extends ToolIdOf<Contracts>>(id: Id): ToolHandle<ToolOf<Contracts[Id]> & AnyTool> | undefined;
  getTool(id: string): ToolHandle | undefined;
  getTool(id: string): ToolHandle | undefined {
    return this.#open(id) ?? this.#all().get(this.#allNames().find(id) ?? "");
  }

  hasTool(id: string): boolean {
    return this.getTool(id) !== undefined;
  }

  /** The tools whose metadata fits a context. Omits loaded ones whose `isAvailable` returns false synchronously. */
  getAvailableTools(context: ToolAvailabilityContext = {}): readonly ToolHandle[] {
    const fits = filterOf(context, this);
    return this.tools.filter((handle) => fits(handle.metadata) && reportedAvailability(handle) !== false);
  }

  getToolsByCategory(category: ToolCategory): readonly ToolHandle[] {
    return this.getAvailableTools({ includedCategories: [category] });
  }

  /** The available tools with a tag, case-insensitive. */
  getToolsByTag(tag: string): readonly ToolHandle[] {
    return this.getAvailableTools({ requiredTags: [tag] });
  }

  /** The available tools up to a risk. */
  getToolsByRiskLevel(maxRiskLevel: RiskLevel): readonly ToolHandle[] {
    return this.getAvailableTools({ maxRiskLevel });
  }

  /** The available tools with all query words in id, name, description or tags; "" finds even unavailable tools. */
  async searchTools(query: string): Promise<readonly ToolHandle[]> {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.tools;
    const found = await this.#described();
    return found.flatMap(([handle, { id, name, description, tags = [] }]) => {
      const text = fold([id, name, description, ...tags].join("\n"));
      return words.every((word) => text.includes(word)) ? [handle] : [];
    });
  }

  async getToolSpecs(context?: ToolAvailabilityContext): Promise<readonly ToolSpec[]> {
    return (await this.#described(context)).map(([, spec]) => spec);
  }

  async getFunctionDefinitions(context?: ToolAvailabilityContext): Promise<readonly FunctionDefinition[]> {
    return (await this.getToolSpecs(context)).map(FunctionDefinition.fromSpec);
  }

  async getFunctionDefinition(id: string): Promise<FunctionDefinition | undefined> {
    const spec = await this.getTool(id)?.loadSpec();
    return spec && FunctionDefinition.fromSpec(spec);
  }

  on(_event: "changed", listener: (change: ToolRegistryChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** A registry of some of the tools. Shares the tools, but not later changes. */
  subset<Id extends ToolIdOf<Contracts>>(ids: readonly Id[]): ToolRegistry<Pick<Contracts, Id>>;
  subset(context: ToolAvailabilityContext): ToolRegistry;
  subset(wanted: readonly string[] | ToolAvailabilityContext): ToolRegistry {
    // `Array.isArray` does not narrow readonly arrays.
    const handles = "map" in wanted ? wanted.map((id) => this.#named(id)) : this.getAvailableTools(wanted);
    return new ToolRegistry({ handles });
  }

  /** The services that tools use and their project does not provide, by tool id. */
  get uses(): ServiceUses {
    if (this.#generated !== undefined) return this.#generated.uses;
    const using = this.tools.filter(({ uses }) => uses.length > 0);
    return Object.fromEntries(using.map(({ id, uses }) => [id, uses]));
  }

  async #described(context?: ToolAvailabilityContext): Promise<(readonly [ToolHandle, ToolSpec])[]> {
    const handles = this.getAvailableTools(context);
    const answers = await Promise.all(handles.map(async (handle) => reportedAvailability(handle)));
    const available = handles.filter((_, index) => answers[index] !== false);
    return Promise.all(available.map(async (handle) => [handle, await handle.loadSpec()] as const));
  }

  /** Adds a tool; `replaced` is the id of the tool to remove. */
  #put(handle: ToolHandle, replaced?: string): void {
    const problem = this.#conflictOf(handle.metadata, replaced);
    if (problem !== undefined) throw new Error(problem);
    if (replaced === undefined) this.#allNames().add(handle.metadata);
    else {
      this.#names = undefined;
      // The same key keeps its position.
      if (replaced !== handle.id) this.#all().delete(replaced);
    }
    this.#all().set(handle.id, handle);
    this.#changed(replaced === undefined ? "added" : "updated", handle);
  }

  #conflictOf({ id, wireName }: ToolIndexEntry, replaced?: string): string | undefined {
    const names = this.#allNames();
    if ((names.holderOf("id", id) ?? replaced) !== replaced) return `Tool '${id}' is already registered`;
    const named = names.holderOf("wireName", wireName) ?? replaced;
    return named === replaced
      ? undefined
      : `The wire name '${wireName}' of tool '${id}' belongs to tool '${named}'`;
  }

  #named(id: string): ToolHandle {
    const handle = this.getTool(id);
    if (handle === undefined) throw new Error(`There is no tool '${id}'`);
    return handle;
  }

  #open(id: string): ToolHandle | undefined {
    const known = this.#handles.get(id);
    if (known !== undefined) return known;
    const opened = this.#generated?.open(id);
    if (opened !== undefined) this.#handles.set(id, opened);
    return opened;
  }

  /** The handles of all tools. Opens all generated tools, so lookups by id avoid it. */
  #all(): Map<string, ToolHandle> {
    if (this.#generated !== undefined) {
      const opened = this.#generated.ids.flatMap((id) => this.#open(id) ?? []);
      this.#handles = new Map(opened.map((handle) => [handle.id, handle]));
      this.#generated = undefined;
    }
    return this.#handles;
  }

  #allNames(): ToolNames {
    return (this.#names ??= new ToolNames(this.tools.map(({ metadata }) => metadata)));
  }

  #changed(changeType: ToolRegistryChange["changeType"], tool: ToolHandle): void {
    this.#listeners.emit({ changeType, tool, timestamp: new Date() });
  }
}

/** A tool as most model APIs accept it. The provider package writes each provider's own dialect. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;
}

/** Makes function definitions. Prefer `toDefinitions` of `@toolkiln/providers`, which knows each provider. */
export const FunctionDefinition = {
  fromSpec: ({ wireName, description, inputSchema }: ToolSpec): FunctionDefinition => ({
    name: wireName,
    description,
    parameters: withoutExtensions(inputSchema),
  }),
  fromTool: (tool: AnyTool): FunctionDefinition => FunctionDefinition.fromSpec(tool.contract.spec),
};
