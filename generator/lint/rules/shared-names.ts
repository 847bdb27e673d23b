import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { nameShared } from "../../names/shared-names.js";
import type { SharedDefinition } from "../../model/shared-definition.js";
import type { ToolModel } from "../../model/tool-model.js";
import type { Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";
import type { ModelRule } from "../rule.js";

/** A shared definition has a unique type, file and name in `$defs`. */
export const sharedNamesRule: ModelRule = (models) => {
  const owners = new Map<string, Place>();
  for (const model of models)
    for (const name of typeNamesOf(model)) owners.set(fold(name), placeIn(model.origin, ["id"]));
  const diagnostics: Diagnostic[] = [];
  for (const definition of definitionsOf(models)) {
    const { type, filledType, file } = nameShared(definition);
    const keys = [type, filledType, file].map(fold);
    const taken = keys.map((key) => owners.get(key)).find((place) => place !== undefined);
    for (const key of keys) owners.set(key, owners.get(key) ?? definition.place);
    if (taken !== undefined) diagnostics.push(collision(definition, taken));
  }
  return diagnostics;
};

/** Some file systems ignore case, and readers confuse names that differ only in case or hyphens. */
function fold(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}

function typeNamesOf({ names }: ToolModel): string[] {
  const { input, params, data, injected, base, matchRules } = names;
  return [
    input,
    params,
    data,
    injected,
    base,
    // A definition of this name would generate a function with the same name.
    matchRules.replace(/^match/, ""),
  ];
}

function definitionsOf(models: readonly ToolModel[]): SharedDefinition[] {
  const all = models.flatMap(({ shared = [] }) => shared);
  return [...new Map(all.map((definition) => [JSON.stringify(definition.place), definition])).values()];
}

function collision({ type, place }: SharedDefinition, taken: Place): Diagnostic {
  const message = `The generated type of this definition would be \`${type}\`, a name that is already taken.`;
  const related = [{ ...taken, message: "It is taken here." }];
  return diagnostic("TK4010", place, message, { help: "Rename one of the two.", related });
}
