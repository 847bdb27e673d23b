import type { AnyToolContract, ContractMap, ToolIdOf } from "../tool/contract-types.js";
import type { ToolIndexEntry } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import type { ToolCatalog } from "./tool-catalog.js";
import { ToolHandle, type ToolSource } from "./tool-handle.js";

/** The contracts of a registry about which nothing is known at compile time. */
export type AnyContracts = Readonly<Record<string, AnyToolContract>>;

/** The tool that a contract is implemented by. */
export type ToolOf<Contract> = Contract extends { implement(body: never): infer Implemented }
  ? Implemented
  : never;

/** An implementation for every contract: the tool, or a function that imports its module. */
export type ImplementationsOf<Contracts extends ContractMap<Contracts>> = {
  readonly [Id in keyof Contracts]: ToolSource<ToolOf<Contracts[Id]>>;
};

/** What generated code hands over to make a registry. */
export interface RegistryDefinition<Contracts extends ContractMap<Contracts>> {
  readonly index: readonly ToolIndexEntry<ToolIdOf<Contracts>>[];
  readonly catalog: () => Promise<{ readonly catalog: ToolCatalog }>;
  readonly implementations: ImplementationsOf<Contracts>;
}

/** The tools an application offers: metadata at once, everything else loaded on use. */
export class ToolRegistry<Contracts extends ContractMap<Contracts> = AnyContracts> {
  readonly #handles = new Map<string, ToolHandle>();
  readonly #catalogs: (() => Promise<{ readonly catalog: ToolCatalog }>)[] = [];
  /** Makes registries of different tools different types; never set. */
  declare readonly contracts?: Contracts;

  /** How many tools there are. */
  get count(): number {
    return this.#handles.size;
  }

  /** The tools in the order of their registration. */
  get tools(): readonly ToolHandle[] {
    return [...this.#handles.values()];
  }

  /** Adds a tool; throws when its id is taken. */
  registerTool(tool: AnyTool): void {
    if (!this.tryRegisterTool(tool)) throw new Error(`Tool '${tool.contract.id}' is already registered`);
  }

  /** Adds a tool unless its id is taken; tells whether it did. */
  tryRegisterTool(tool: AnyTool): boolean {
    return this.#add(new ToolHandle(tool.contract.spec, tool));
  }

  /** The tool of that id, if there is one. */
  getTool(id: string): ToolHandle | undefined {
    return this.#handles.get(id);
  }

  /** Whether there is a tool of that id. */
  hasTool(id: string): boolean {
    return this.#handles.has(id);
  }

  #add(handle: ToolHandle): boolean {
    if (this.#handles.has(handle.id)) return false;
    this.#handles.set(handle.id, handle);
    return true;
  }

  /** Makes the registry of generated tools. */
  static from<Contracts extends ContractMap<Contracts>>(
    definition: RegistryDefinition<Contracts>,
  ): ToolRegistry<Contracts> {
    const registry = new ToolRegistry<Contracts>();
    registry.#catalogs.push(definition.catalog);
    for (const entry of definition.index) {
      registry.#add(new ToolHandle(entry, definition.implementations[entry.id]));
    }
    return registry;
  }
}

/** Makes the registry of generated tools. */
export function createRegistry<Contracts extends ContractMap<Contracts>>(
  definition: RegistryDefinition<Contracts>,
): ToolRegistry<Contracts> {
  return ToolRegistry.from(definition);
}
