import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";
import { ownValue } from "../validation/own-value.js";
import type { ServiceUses, ToolDescriptions } from "./tool-handle.js";

/** Every tool of a registry as data, for exporters and documentation. */
export interface ToolCatalog {
  /** Version of this format. */
  readonly version: 1;
  readonly tools: readonly ToolSpec[];
}

/** Imports the module that holds a catalogue. */
export type CatalogSource = () => Promise<{ readonly catalog: ToolCatalog }>;

/** Finds tools in their index and in a catalogue, each of which is read when it is first needed. */
export function describeTools(
  index: () => readonly ToolIndexEntry[],
  catalog: CatalogSource,
  uses: ServiceUses,
): ToolDescriptions {
  let entries: Map<string, ToolIndexEntry> | undefined;
  let specs: Promise<Map<string, ToolSpec>> | undefined;
  return {
    metadata(id) {
      entries ??= byId(index());
      return entries.get(id);
    },
    uses: (id) => ownValue(uses, id),
    async spec(id) {
      // One import for all: some loaders hand out a module before it is complete.
      specs ??= catalog().then(({ catalog: { tools } }) => byId(tools));
      return (await specs).get(id);
    },
  };
}

function byId<Entry extends ToolIndexEntry>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
