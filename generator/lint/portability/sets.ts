import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { placeOfName, type TargetTools } from "./target-tools.js";

/** All tools together are a request that the target takes. */
export function* checkSet({ target, set, tools }: TargetTools): Generator<Diagnostic> {
  const models = new Map(tools.map(({ model }) => [model.spec.id, model]));
  for (const { rule, message, ids } of set.problems) {
    const model = models.get(ids.at(-1) ?? "");
    if (model === undefined) continue;
    yield rule === "name-clash"
      ? diagnostic("TK5003", placeOfName(model), message, { help: "Give one of them another `wireName`." })
      : diagnostic("TK5007", model.origin.place(["id"]), message, {
          help: "Offer fewer tools at once: `toolsets` in the configuration name subsets.",
        });
  }
  for (const { model, tool } of tools) {
    const limit = tool.fallback.find(({ keyword }) => keyword === "set");
    if (limit === undefined) continue;
    const message = `\`${model.spec.id}\` is not strict at ${target.title}: ${limit.reason}.`;
    const help = "Offer fewer tools at once, or make only those strict that need it, with `targets`.";
    yield diagnostic("TK5008", model.origin.place(["id"]), message, { help });
  }
}
