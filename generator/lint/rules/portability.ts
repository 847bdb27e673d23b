import type { AdaptedTools, Adaptation, Target, TargetCost } from "@toolkiln/providers";
import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import { walkSchema } from "../../json-schema/walk-schema.js";
import type { ToolModel } from "../../model/tool-model.js";
import type { Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";
import { toolsetMembers } from "../../toolset-members.js";
import type { ModelRule } from "../rule.js";

/** Stands for the targets in a message: targets with the same message share one diagnostic, which names all of them. */
const targetNames = "\u0000";

/** Requires tools that can be sent to every target of the configuration. */
const portabilityRule: ModelRule = async (models, { targets = [], toolsets }) => {
  if (targets.length === 0) return [];
  const { adaptTools, findTarget } = await import("@toolkiln/providers");
  const modelOf = new Map(models.map((model) => [model.spec.id, model]));
  // With toolsets, each request contains the tools of one of them.
  const requests = toolsets === undefined ? [models] : Object.values(toolsetMembers(models, toolsets));
  const found = new Map<string, { readonly one: Diagnostic; readonly titles: Set<string> }>();
  for (const target of targets.map(findTarget)) {
    const adapt = (sent: readonly ToolModel[]): AdaptedTools => {
      const specs = sent.map(({ spec }) => spec);
      return adaptTools(specs, target.provider, target.options);
    };
    const all = adapt(models);
    const reported = [
      ...all.tools.flatMap((tool) => [...checkTool(modelOf.get(tool.id), tool, target)]),
      ...checkClashes(all, modelOf),
      ...requests.flatMap((request) => [...checkRequest(adapt(request), modelOf)]),
    ];
    for (const one of reported) {
      const key = JSON.stringify(one);
      const { titles } = found.get(key) ?? { titles: new Set() };
      found.set(key, { one, titles: titles.add(target.title) });
    }
  }
  return [...found.values()].map(({ one, titles }) => {
    return { ...one, message: one.message.replaceAll(targetNames, [...titles].join(", ")) };
  });
};

type Models = ReadonlyMap<string, ToolModel>;

/** Requires a tool's names, texts and schema to reach the target unchanged. */
function* checkTool(
  model: ToolModel | undefined,
  tool: Adaptation,
  { provider, options }: Target,
): Generator<Diagnostic> {
  if (model === undefined) return;
  const { spec, origin } = model;
  const own = { ...spec, ...spec.targets?.[provider.name] };
  const { namePattern, nameLength, parameterPattern, descriptionLength } = provider.limits;
  const wanted = `${options.prefix ?? ""}${own.wireName}`;
  if (tool.name !== wanted) {
    const message = `${targetNames} does not accept the name \`${wanted}\`; it is sent as \`${tool.name}\`.`;
    const included = options.prefix === undefined ? "" : ", including the prefix";
    const help = `Choose a \`wireName\` that matches ${namePattern.value} and has at most ${nameLength.value} characters${included}.`;
    yield diagnostic("TK5001", placeOfName(model), message, help);
  }
  const legal = new RegExp(parameterPattern?.value ?? "");
  for (const { name, keyword, path } of walkSchema(spec.inputSchema, [])) {
    if (keyword !== "properties" || legal.test(String(name))) continue;
    const message = `${targetNames} does not accept the parameter name \`${name}\`.`;
    const help = `Choose a name that matches ${legal.source}${path.length > 2 ? "" : "; `x-renamed-from` keeps the old one working"}.`;
    yield diagnostic("TK5002", placeIn(origin, ["schema", ...path], "key"), message, help);
  }
  const limit = descriptionLength?.value ?? Number.POSITIVE_INFINITY;
  const { length } = own.description;
  if (length > limit) {
    const message = `The description has ${length} characters; the limit for ${targetNames} is ${limit}.`;
    const help = `Shorten it, or set a shorter \`targets.${provider.name}.description\`.`;
    yield diagnostic("TK5004", placeIn(origin, ["description"], "key"), message, help);
  }
  for (const { pointer, keyword, reason } of tool.fallback) {
    // `checkRequest` reports these.
    if (keyword === "set") continue;
    const message = `\`${spec.id}\` cannot use strict mode for ${targetNames}: ${reason}.`;
    const help = "The tool is sent without strict mode. Its calls are still validated.";
    yield diagnostic("TK5005", placeInSchema(model, pointer), message, help);
  }
  for (const { pointer, keyword, effect, note } of tool.losses) {
    if (effect !== "widened") continue;
    const message = `\`${keyword}\` has no effect for ${targetNames}, so "${note}" is added to the description.`;
    yield diagnostic("TK5006", placeInSchema(model, `${pointer}/${keyword}`), message);
  }
}

/** Requires unique names for each target. */
function* checkClashes({ problems }: AdaptedTools, models: Models): Generator<Diagnostic> {
  for (const { rule, ids } of problems) {
    const model = models.get(ids.at(-1) ?? "");
    if (model === undefined || rule !== "name-clash") continue;
    const names = ids.map((id) => `\`${id}\``).join(" and ");
    const message = `${names} would have the same name for ${targetNames}.`;
    yield diagnostic("TK5003", placeOfName(model), message, "Give one of them another `wireName`.");
  }
}

/** Requires the target to accept the tools of one request together. */
function* checkRequest({ problems, tools }: AdaptedTools, models: Models): Generator<Diagnostic> {
  for (const { rule, message, ids } of problems) {
    const model = models.get(ids.at(-1) ?? "");
    if (model === undefined || rule === "name-clash") continue;
    const help = "Offer fewer tools at once: define subsets with `toolsets` in the configuration.";
    yield diagnostic("TK5007", placeIn(model.origin, ["id"]), message, help);
  }
  for (const { id, fallback } of tools) {
    const [model, limit] = [models.get(id), fallback.find(({ keyword }) => keyword === "set")];
    if (model === undefined || limit === undefined) continue;
    const message = `\`${id}\` is sent without strict mode: ${limit.reason}.`;
    const help = "Offer fewer tools at once, or use `targets` to enable strict mode only where it is needed.";
    yield diagnostic("TK5008", placeIn(model.origin, ["id"]), message, help);
  }
}

function placeInSchema({ origin }: ToolModel, pointer: string): Place {
  const steps = pointer.split("/").slice(1);
  const path = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : unescapeStep(step)));
  return placeIn(origin, ["schema", ...path], "key");
}

function placeOfName({ origin }: ToolModel): Place {
  return placeIn(origin, Object.hasOwn(origin.places, "/wireName") ? ["wireName"] : ["id"]);
}

/** With the target `mcp`, requires the hints that public directories of MCP servers require. */
const directoriesRule: ModelRule = async (models, { targets = [] }) => {
  const providers = targets.map((target) => (typeof target === "string" ? target : target.provider));
  return providers.includes("mcp") ? models.flatMap(checkHints) : [];
};

function checkHints({ spec: { hints = {} }, origin }: ToolModel): Diagnostic[] {
  const { readOnly, destructive, openWorld } = hints;
  const missing = [
    ...(readOnly === undefined && destructive === undefined ? ["`readOnly` (or `destructive`)"] : []),
    ...(openWorld === undefined ? ["`openWorld`"] : []),
  ];
  if (missing.length === 0) return [];
  const message = `\`hints\` does not set ${missing.join(" and ")}, which public directories of MCP servers require.`;
  return [diagnostic("TK5010", placeIn(origin, ["id"]), message, "Add it under `hints`.")];
}

/** Requires definitions within the token budget for every target. */
const tokenBudgetRule: ModelRule = async (models, { budget, targets = ["openai"] }) => {
  if (budget === undefined) return [];
  const { tool: toolBudget = Infinity, total: totalBudget = Infinity } = budget;
  const { findTarget, measureCost } = await import("@toolkiln/providers");
  const specs = models.map(({ spec }) => spec);
  const costs = await Promise.all(targets.map((settings) => measureCost(specs, findTarget(settings))));
  const tokensOf = ({ tools }: TargetCost, { spec }: ToolModel): number => tools.get(spec.id) ?? 0;
  const diagnostics: Diagnostic[] = [];
  for (const model of models) {
    // Report only the most expensive target.
    const [worst] = costs.toSorted((a, b) => tokensOf(b, model) - tokensOf(a, model));
    if (worst === undefined || tokensOf(worst, model) <= toolBudget) continue;
    const message = `The definition costs ${amount(worst, tokensOf(worst, model))} for ${worst.target}; the budget of a tool is ${toolBudget}.`;
    const help = "Shorten its descriptions, or raise `budget.tool` in the configuration.";
    diagnostics.push(diagnostic("TK5009", placeIn(model.origin, ["description"], "key"), message, help));
  }
  const [worst] = costs.toSorted((a, b) => b.total - a.total);
  const [mostExpensive] = worst ? models.toSorted((a, b) => tokensOf(worst, b) - tokensOf(worst, a)) : [];
  if (worst === undefined || mostExpensive === undefined || worst.total <= totalBudget) return diagnostics;
  const message = `All definitions together cost ${amount(worst, worst.total)} for ${worst.target}; the budget is ${totalBudget}. This tool costs the most.`;
  const help =
    "See `toolkiln cost`; offer fewer tools at once, or raise `budget.total` in the configuration.";
  return [...diagnostics, diagnostic("TK5009", placeIn(mostExpensive.origin, ["id"]), message, help)];
};

function amount({ exact }: TargetCost, tokens: number): string {
  return `${exact ? "" : "about "}${tokens} tokens`;
}

export const portabilityRules: readonly ModelRule[] = [portabilityRule, directoriesRule, tokenBudgetRule];
