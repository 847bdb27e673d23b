import { errorFromUnknown } from "../result/error-from-unknown.js";
import type { ContractMap, ToolIdOf } from "../tool/contract-types.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { ToolCategory } from "../tool/tool-category.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import { FunctionDefinition } from "./function-definition.js";
import type { GeneratedTools } from "./generated-tools.js";
import { Listeners } from "./listeners.js";
import type { AnyContracts, ContractsOf, ToolOf } from "./registry-contracts.js";
import type { RegistryLogger, ToolRegistryChange, ToolRegistryChangeType } from "./registry-events.js";
import { filterOf, fold, type ToolAvailabilityContext } from "./tool-availability-context.js";
import { reportedAvailability, ToolHandle, type ServiceUses } from "./tool-handle.js";
import { ToolNames } from "./tool-names.js";

/** Makes a registry of handles, which other registries may share, or of generated tools. */
export let assembleRegistry: (handles: Iterable<ToolHandle>, generated?: GeneratedTools) => ToolRegistry;

/** The tools an application offers: metadata at once, everything else loaded on use. */
export class ToolRegistry<Contracts extends ContractMap<Contracts> = AnyContracts> {
  #handles = new Map<string, ToolHandle>();
  /** Generated tools that have no handle yet. */
  #generated: GeneratedTools | undefined;
  /** How else tools are found; made when somebody looks for one by another name than its id. */
  #names: ToolNames | undefined;
  readonly #listeners = new Listeners<ToolRegistryChange>((error) =>
    this.#logger?.error(`A listener of 'changed' failed: ${errorFromUnknown(error).message}`),
  );
  readonly #logger: RegistryLogger | undefined;
  /** Makes registries of different tools different types; never set. */
  declare readonly contracts?: Contracts;

  constructor(options: { readonly logger?: RegistryLogger } = {}) {
    this.#logger = options.logger;
  }

  /** How many tools there are. */
  get count(): number {
    return this.#all().size;
  }

  /** The tools in the order of their registration. */
  get tools(): readonly ToolHandle[] {
    return [...this.#all().values()];
  }

  /** Adds a tool; throws when its id or its wire name is taken. */
  registerTool(tool: AnyTool): void {
    this.#put(new ToolHandle(tool.contract.id, tool));
  }

  /** Adds a tool unless its id or its wire name is taken. Returns whether it did. */
  tryRegisterTool(tool: AnyTool): boolean {
    const problem = this.#conflictOf(tool.contract.spec);
    if (problem === undefined) this.registerTool(tool);
    else this.#logger?.warn(problem);
    return problem === undefined;
  }

  /** Puts a tool in the place of the one with its id, or adds it. Returns whether there was one. */
  replaceTool(tool: AnyTool): boolean {
    const { id } = tool.contract;
    const old = this.#holderOf(id);
    this.#put(new ToolHandle(id, tool), old?.id);
    return old !== undefined;
  }

  /** Takes over the tools of another registry and removes all others. Calls that run keep the tool they began with. */
  replaceTools({ tools }: Pick<ToolRegistry, "tools">): void {
    const ids = new Set(tools.map(({ id }) => id));
    for (const { id } of this.tools) if (!ids.has(id)) this.unregisterTool(id);
    for (const handle of tools) this.#put(handle, this.#holderOf(handle.id)?.id);
  }

  /** Removes a tool. Returns whether there was one. */
  unregisterTool(id: string): boolean {
    const handle = this.getTool(id);
    if (handle === undefined) return false;
    this.#all().delete(handle.id);
    this.#names = undefined;
    this.#changed("removed", handle);
    return true;
  }

  /** The tool of that name, in any case: an id, a wire name, or an id or wire name that the tool had before. */
  getTool<Id extends ToolIdOf<Contracts>>(id: Id): ToolHandle<ToolOf<Contracts[Id]> & AnyTool> | undefined;
  getTool(id: string): ToolHandle | undefined;
  getTool(id: string): ToolHandle | undefined {
    const handle = this.#handles.get(id) ?? this.#open(id);
    return handle ?? this.#all().get(this.#allNames().find(id) ?? "");
  }

  /** Whether there is a tool of that name, as `getTool` finds it. */
  hasTool(id: string): boolean {
    return this.getTool(id) !== undefined;
  }

  /** The tools that can be used in a context, by their metadata. Loaded tools that report themselves unavailable are left out. */
  getAvailableTools(context: ToolAvailabilityContext = {}): readonly ToolHandle[] {
    const fits = filterOf(context, this);
    return this.tools.filter((handle) => fits(handle.metadata) && reportedAvailability(handle) !== false);
  }

  /** The available tools of a category. */
  getToolsByCategory(category: ToolCategory): readonly ToolHandle[] {
    return this.getAvailableTools({ includedCategories: [category] });
  }

  /** The available tools that have a tag, in any case. */
  getToolsByTag(tag: string): readonly ToolHandle[] {
    return this.getAvailableTools({ requiredTags: [tag] });
  }

  /** The available tools up to a risk. */
  getToolsByRiskLevel(maxRiskLevel: RiskLevel): readonly ToolHandle[] {
    return this.getAvailableTools({ maxRiskLevel });
  }

  /** The available tools whose id, name, description or tags hold every word of the query; all for an empty one. */
  async searchTools(query: string): Promise<readonly ToolHandle[]> {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.tools;
    const found = await this.#described();
    return found.flatMap(([handle, { id, name, description, tags = [] }]) => {
      const text = fold([id, name, description, ...tags].join("\n"));
      return words.every((word) => text.includes(word)) ? [handle] : [];
    });
  }

  /** Everything the manifests say of the available tools. */
  async getToolSpecs(context?: ToolAvailabilityContext): Promise<readonly ToolSpec[]> {
    return (await this.#described(context)).map(([, spec]) => spec);
  }

  /** The definitions of the available tools for a model. */
  async getFunctionDefinitions(context?: ToolAvailabilityContext): Promise<readonly FunctionDefinition[]> {
    return (await this.getToolSpecs(context)).map(FunctionDefinition.fromSpec);
  }

  /** The definition of one tool for a model, if there is such a tool. */
  async getFunctionDefinition(id: string): Promise<FunctionDefinition | undefined> {
    const spec = await this.getTool(id)?.loadSpec();
    return spec && FunctionDefinition.fromSpec(spec);
  }

  /** Listens to changes; the function that comes back stops it. */
  on(_event: "changed", listener: (change: ToolRegistryChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** A registry of some of the tools. It shares them, but not what is registered or removed later. */
  subset<Id extends ToolIdOf<Contracts>>(ids: readonly Id[]): ToolRegistry<Pick<Contracts, Id>>;
  subset(context: ToolAvailabilityContext): ToolRegistry;
  subset(wanted: readonly string[] | ToolAvailabilityContext): ToolRegistry {
    const part = new ToolRegistry();
    // Not by `Array.isArray`, which does not know lists that are readonly.
    const chosen = "map" in wanted ? wanted : this.getAvailableTools(wanted).map(({ id }) => id);
    for (const id of chosen) {
      const handle = this.getTool(id);
      if (handle === undefined) throw new Error(`There is no tool '${id}'`);
      part.#handles.set(handle.id, handle);
    }
    return part;
  }

  /** The services that tools use and their own project does not lend, by the ids of the tools. */
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

  /** Takes a tool in; `replaced` is the id of the one that makes room for it. */
  #put(handle: ToolHandle, replaced?: string): void {
    const problem = this.#conflictOf(handle.metadata, replaced);
    if (problem !== undefined) throw new Error(problem);
    if (replaced === undefined) this.#allNames().add(handle.metadata);
    else {
      this.#names = undefined;
      // The same key keeps its place in the order.
      if (replaced !== handle.id) this.#all().delete(replaced);
    }
    this.#all().set(handle.id, handle);
    this.#changed(replaced === undefined ? "added" : "updated", handle);
  }

  /** Why a tool cannot be taken in, if it cannot. */
  #conflictOf({ id, wireName }: ToolIndexEntry, replaced?: string): string | undefined {
    const holder = this.#holderOf(id);
    if (holder !== undefined && holder.id !== replaced) return `Tool '${id}' is already registered`;
    const named = this.#allNames().findByWireName(wireName);
    if (named === undefined || named === replaced) return undefined;
    return `The wire name '${wireName}' of tool '${id}' belongs to tool '${named}'`;
  }

  /** The tool that has an id in any case; one that only had it before has given it up. */
  #holderOf(id: string): ToolHandle | undefined {
    const handle = this.getTool(id);
    return handle !== undefined && fold(handle.id) === fold(id) ? handle : undefined;
  }

  /** The handle of one generated tool. */
  #open(id: string): ToolHandle | undefined {
    const handle = this.#generated?.open(id);
    if (handle !== undefined) this.#handles.set(id, handle);
    return handle;
  }

  /** The handles of all tools; those of generated ones are made when somebody wants more than one tool by its id. */
  #all(): Map<string, ToolHandle> {
    if (this.#generated !== undefined) {
      this.#handles = this.#generated.openAll(this.#handles);
      this.#generated = undefined;
    }
    return this.#handles;
  }

  #allNames(): ToolNames {
    return (this.#names ??= new ToolNames(this.tools.map(({ metadata }) => metadata)));
  }

  #changed(changeType: ToolRegistryChangeType, tool: ToolHandle): void {
    this.#logger?.info(`Tool ${changeType}: ${tool.id} (${tool.metadata.category}, ${tool.metadata.risk})`);
    this.#listeners.emit({ changeType, tool, timestamp: new Date() });
  }

  /** Makes a registry of tools at hand, typed by their ids. */
  static of<const Tools extends readonly AnyTool[]>(...tools: Tools): ToolRegistry<ContractsOf<Tools>> {
    const registry = new ToolRegistry<ContractsOf<Tools>>();
    for (const tool of tools) registry.registerTool(tool);
    return registry;
  }

  static {
    assembleRegistry = (handles, generated) => {
      const registry = new ToolRegistry();
      registry.#generated = generated;
      for (const handle of handles) registry.#put(handle);
      return registry;
    };
  }
}
