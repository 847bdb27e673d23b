import type { ContractMap, RequiredServices, ToolIdOf } from "../tool/tool-contract.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";
import { ownValue } from "../validation/value-type.js";
import type { AnyContracts, ImplementationsOf, WithServices } from "./registry-contracts.js";
import { requireServices, ToolHandle, type ServiceUses } from "./tool-handle.js";
import { ToolRegistry } from "./tool-registry.js";

/** Every tool of a registry as data, for exporters and documentation. */
export interface ToolCatalog {
  readonly version: 1;
  readonly tools: readonly ToolSpec[];
}

// Rest parameters, because the compiler compares all items of an array literal with each other.

/** Makes the catalogue of all tools from their contracts. */
export function catalogOf(...contracts: readonly { readonly spec: ToolSpec }[]): ToolCatalog {
  return { version: 1, tools: contracts.map(({ spec }) => spec) };
}

/** Makes the index of all tools. */
export function toolIndex<Id extends string>(
  ...entries: readonly ToolIndexEntry<Id>[]
): readonly ToolIndexEntry<Id>[] {
  return entries;
}

export interface RegistryDefinition<Contracts extends ContractMap<Contracts>> {
  /** Lazy, because most processes call a few tools and list none. */
  readonly index: () => readonly ToolIndexEntry<ToolIdOf<Contracts>>[];
  readonly catalog: () => Promise<{ readonly catalog: ToolCatalog }>;
  /** The services that tools use, by tool id; tools without services are omitted. */
  readonly uses?: ServiceUses;
  readonly implementations: ImplementationsOf<Contracts>;
}

/** Makes the registry of generated tools. */
export function createRegistry<Contracts extends ContractMap<Contracts>>(
  definition: RegistryDefinition<Contracts>,
): ToolRegistry<Contracts>;
export function createRegistry(definition: RegistryDefinition<AnyContracts>): ToolRegistry {
  return new ToolRegistry({ generated: generatedTools(definition) });
}

/** Merges registries and, for two, their types; throws when two tools have the same id or wire name. */
export function mergeRegistries<A extends ContractMap<A>, B extends ContractMap<B>>(
  a: ToolRegistry<A>,
  b: ToolRegistry<B>,
): ToolRegistry<A & B>;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry {
  return new ToolRegistry({ handles: registries.flatMap(({ tools }) => tools) });
}

/** A registry with its project's services, which its tools keep when registries are merged. */
export function withServices<Contracts extends ContractMap<Contracts>>(
  { tools, uses }: ToolRegistry<Contracts>,
  services: RequiredServices<Contracts>,
): ToolRegistry<WithServices<Contracts>> {
  requireServices(services, uses);
  return new ToolRegistry({ handles: tools.map((handle) => handle.withServices(services)) });
}

/** Generated tools; the registry opens each one on its first lookup. */
export interface GeneratedTools {
  readonly ids: readonly string[];
  readonly uses: ServiceUses;
  open(id: string): ToolHandle | undefined;
}

function generatedTools(definition: RegistryDefinition<AnyContracts>): GeneratedTools {
  const { index, catalog, uses = {}, implementations } = definition;
  let entries: ReadonlyMap<string, ToolIndexEntry> | undefined;
  let specs: Promise<ReadonlyMap<string, ToolSpec>> | undefined;
  const descriptions = {
    metadata: (id: string) => (entries ??= byId(index())).get(id),
    uses: (id: string) => ownValue(uses, id),
    // Import once: some loaders return a module before it is complete.
    spec: async (id: string) => (await (specs ??= catalog().then((it) => byId(it.catalog.tools)))).get(id),
  };
  return {
    get ids() {
      return Object.keys(implementations);
    },
    uses,
    open(id) {
      const source = ownValue(implementations, id);
      return source && new ToolHandle(id, source, descriptions);
    },
  };
}

function byId<Entry extends ToolIndexEntry>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
