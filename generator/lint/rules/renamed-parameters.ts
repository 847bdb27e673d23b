import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject } from "../../values/json-object.js";
import { manifestRule, type LintRule } from "../rule.js";

/** An old parameter name leads to one parameter and is no parameter itself. */
export const renamedParametersRule: LintRule = manifestRule("renamed-parameters", function* (view) {
  const owners = new Map<string, string>(Object.keys(view.parameters).map((name) => [name, name]));
  for (const [name, property] of Object.entries(view.parameters)) {
    const value = isJsonObject(property) ? property["x-renamed-from"] : undefined;
    for (const old of [value].flat()) {
      if (typeof old !== "string") continue;
      const owner = owners.get(old);
      if (owner === undefined) owners.set(old, name);
      else {
        const place = view.place(["schema", "properties", name, "x-renamed-from"]);
        const message = `The old name \`${old}\` belongs to the parameter \`${owner}\`.`;
        const help = "Remove it: an old name leads to one parameter.";
        yield diagnostic("TK4007", place, message, { help });
      }
    }
  }
});
