import type { ContractMap, ToolIdOf } from "../tool/tool-contract.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";
import { ownValue } from "../validation/value-type.js";
import type { AnyContracts, ImplementationsOf } from "./registry-contracts.js";
import { ToolHandle, type ServiceUses, type ToolDescriptions } from "./tool-handle.js";

/** Every tool of a registry as data, for exporters and documentation. */
export interface ToolCatalog {
  /** Version of this format. */
  readonly version: 1;
  readonly tools: readonly ToolSpec[];
}

export interface RegistryDefinition<Contracts extends ContractMap<Contracts>> {
  /** Lazy, because most processes call a few tools and list none. */
  readonly index: () => readonly ToolIndexEntry<ToolIdOf<Contracts>>[];
  readonly catalog: () => Promise<{ readonly catalog: ToolCatalog }>;
  /** The services that tools use, by tool id; tools without services are omitted. */
  readonly uses?: ServiceUses;
  readonly implementations: ImplementationsOf<Contracts>;
}

/** Generated tools; their handles are created on lookup. */
export class GeneratedTools implements ToolDescriptions {
  readonly #definition: RegistryDefinition<AnyContracts>;
  #entries: ReadonlyMap<string, ToolIndexEntry> | undefined;
  #specs: Promise<ReadonlyMap<string, ToolSpec>> | undefined;

  constructor(definition: RegistryDefinition<AnyContracts>) {
    this.#definition = definition;
  }

  get services(): ServiceUses {
    return this.#definition.uses ?? {};
  }

  metadata(id: string): ToolIndexEntry | undefined {
    this.#entries ??= byId(this.#definition.index());
    return this.#entries.get(id);
  }

  uses(id: string): readonly string[] | undefined {
    return ownValue(this.services, id);
  }

  async spec(id: string): Promise<ToolSpec | undefined> {
    // Import once: some loaders return a module before it is complete.
    this.#specs ??= this.#definition.catalog().then(({ catalog }) => byId(catalog.tools));
    return (await this.#specs).get(id);
  }

  open(id: string): ToolHandle | undefined {
    const source = ownValue(this.#definition.implementations, id);
    return source && new ToolHandle(id, source, this);
  }

  /** The handles of all tools: the opened ones, and new ones for the rest. */
  openAll(opened: ReadonlyMap<string, ToolHandle>): Map<string, ToolHandle> {
    const sources = Object.entries(this.#definition.implementations);
    return new Map(sources.map(([id, source]) => [id, opened.get(id) ?? new ToolHandle(id, source, this)]));
  }
}

function byId<Entry extends ToolIndexEntry>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
