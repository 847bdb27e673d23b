import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject, itemsOf } from "../../values/json-object.js";
import { manifestRule, type LintRule } from "../rule.js";

/** A call takes each resource once: a second lock on the same key would wait for the first indefinitely. */
export const concurrencyRule: LintRule = manifestRule("concurrency", function* (view) {
  const first = new Map<string, number>();
  for (const [index, entry] of itemsOf(view.value["concurrency"])) {
    const key = isJsonObject(entry) ? entry["key"] : undefined;
    if (typeof key !== "string") continue;
    const other = first.get(key) ?? index;
    first.set(key, other);
    if (other === index) continue;
    const related = [{ ...view.place(["concurrency", other, "key"]), message: "The first is here." }];
    const help = "Keep one of the two; `exclusive` includes `shared`.";
    const message = `Two entries lock the same key "${key}".`;
    yield diagnostic("TK2014", view.place(["concurrency", index, "key"]), message, { help, related });
  }
});
