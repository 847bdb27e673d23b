import { Suggestions } from "../diagnostics/suggest.js";
import { knownProperties, type KnownProperties } from "../json-schema/property-names.js";
import { isJsonObject } from "../model/json-object.js";
import type { ManifestView } from "./manifest-view.js";
import type { LintProject } from "./rule.js";

/** The parameters of a tool, wherever its schema names them. The root is closed unless it says otherwise. */
export function parametersOf(view: ManifestView, { documents }: LintProject): KnownProperties {
  const schema = view.value["schema"];
  if (!isJsonObject(schema))
    return { properties: new Map(), open: schema !== undefined, suggestions: new Suggestions([]) };
  return knownProperties(schema, { source: view.source, root: ["schema"] }, documents);
}
