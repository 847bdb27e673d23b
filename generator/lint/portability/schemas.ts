import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { placeIn } from "../../read/places.js";
import { placeInSchema, type AdaptedModel, type TargetTools } from "./target-tools.js";

/** Schemas reach every target whole, or it is reported what does not. */
export function* checkSchemas(adapted: readonly TargetTools[]): Generator<Diagnostic> {
  for (const { target, tools } of adapted) {
    for (const tool of tools) {
      yield* checkDescription(tool, target);
      yield* checkForm(tool, target);
    }
  }
  yield* checkLosses(adapted);
}

function* checkDescription(
  { model }: AdaptedModel,
  { title, provider }: TargetTools["target"],
): Generator<Diagnostic> {
  const most = provider.limits.descriptionLength?.value ?? Number.POSITIVE_INFINITY;
  const { length } = model.spec.targets?.[provider.name]?.description ?? model.spec.description;
  if (length <= most) return;
  const message = `The description has ${length} characters; ${title} takes ${most}.`;
  const help = `Shorten it, or give \`targets.${provider.name}.description\` a shorter one.`;
  yield diagnostic("TK5004", placeIn(model.origin, ["description"], "key"), message, { help });
}

function* checkForm({ model, tool }: AdaptedModel, { title }: TargetTools["target"]): Generator<Diagnostic> {
  for (const { pointer, keyword, reason } of tool.fallback) {
    // Names and sets have diagnostics of their own.
    if (keyword === "set" || keyword === "name") continue;
    const message = `\`${model.spec.id}\` cannot be sent to ${title} in strict form: ${reason}.`;
    const help = "It is sent in a looser form instead; calls are validated all the same.";
    yield diagnostic("TK5005", placeInSchema(model, pointer), message, { help });
  }
}

/** One diagnostic for a keyword, whatever the number of targets that cannot express it. */
function* checkLosses(adapted: readonly TargetTools[]): Generator<Diagnostic> {
  const found = new Map<
    string,
    { readonly targets: string[]; readonly make: (targets: string) => Diagnostic }
  >();
  for (const { target, tools } of adapted) {
    for (const { model, tool } of tools) {
      for (const { pointer, keyword, effect, told } of tool.losses) {
        if (effect !== "widened") continue;
        const key = JSON.stringify([model.spec.id, pointer, keyword]);
        const known = found.get(key);
        if (known !== undefined) known.targets.push(target.title);
        else {
          const place = placeInSchema(model, pointer, keyword);
          const make = (targets: string): Diagnostic =>
            diagnostic(
              "TK5006",
              place,
              `${targets} cannot enforce \`${keyword}\`; the description says instead: ${told}.`,
            );
          found.set(key, { targets: [target.title], make });
        }
      }
    }
  }
  for (const { targets, make } of found.values()) yield make([...new Set(targets)].join(", "));
}
