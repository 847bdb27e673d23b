import type { AdaptedTools, Adaptation, Target, TargetCost } from "@toolkiln/providers";
import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import { walkSchema } from "../../json-schema/walk-schema.js";
import type { ToolModel } from "../../model/tool-model.js";
import type { Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";
import { toolsetMembers } from "../../toolset-members.js";
import type { ModelRule } from "../rule.js";

interface TargetTools {
  readonly target: Target;
  readonly problems: AdaptedTools["problems"];
  readonly tools: readonly AdaptedModel[];
}

interface AdaptedModel {
  readonly model: ToolModel;
  readonly tool: Adaptation;
}

interface TargetDiagnostic {
  readonly code: DiagnosticCode;
  readonly place: Place;
  /** Targets with the same message share one diagnostic, which names all of them. */
  readonly message: (targets: string) => string;
  readonly help?: string;
}

/** The tools can be sent to every target of the configuration. */
export const portabilityRule: ModelRule = async (models, { targets = [], toolsets }) => {
  if (targets.length === 0) return [];
  const { adaptTools, findTarget } = await import("@toolkiln/providers");
  const found = new Map<string, TargetDiagnostic & { readonly titles: Set<string> }>();
  const adapt = (target: Target, sent: readonly ToolModel[]): TargetTools => {
    const { problems, tools } = adaptTools(
      sent.map(({ spec }) => spec),
      target.provider,
      target.options,
    );
    const byId = new Map(sent.map((model) => [model.spec.id, model]));
    const adapted = tools.flatMap((tool) => {
      const model = byId.get(tool.id);
      return model === undefined ? [] : [{ model, tool }];
    });
    return { target, problems, tools: adapted };
  };
  // With toolsets, each request contains the tools of one of them.
  const requests = toolsets === undefined ? [models] : Object.values(toolsetMembers(models, toolsets));
  for (const target of targets.map(findTarget)) {
    const all = adapt(target, models);
    const reported = [
      ...all.tools.flatMap((tool) => [...checkTool(tool, target)]),
      ...checkClashes(all),
      ...requests.flatMap((request) => [...checkRequest(adapt(target, request))]),
    ];
    for (const one of reported) {
      const key = JSON.stringify([one, one.message("")]);
      const known = found.get(key) ?? { ...one, titles: new Set() };
      found.set(key, known);
      known.titles.add(target.title);
    }
  }
  return [...found.values()].map(({ code, place, message, help, titles }) =>
    diagnostic(code, place, message([...titles].join(", ")), { help }),
  );
};

/** A tool's names, texts and schema reach the target unchanged. */
function* checkTool(
  { model, tool }: AdaptedModel,
  { provider, options }: Target,
): Generator<TargetDiagnostic> {
  const { spec, origin } = model;
  const own = { ...spec, ...spec.targets?.[provider.name] };
  const { namePattern, nameLength, parameterPattern, descriptionLength } = provider.limits;
  const wanted = `${options.prefix ?? ""}${own.wireName}`;
  if (tool.name !== wanted)
    yield {
      code: "TK5001",
      place: placeOfName(model),
      message: (target) =>
        `${target} does not accept the name \`${wanted}\`; it is sent as \`${tool.name}\`.`,
      help: `Choose a \`wireName\` that matches ${namePattern.value} and has at most ${nameLength.value} characters${options.prefix === undefined ? "" : ", the prefix included"}.`,
    };
  const legal = new RegExp(parameterPattern?.value ?? "");
  for (const { name, keyword, path } of walkSchema(spec.inputSchema, [])) {
    if (keyword !== "properties" || legal.test(String(name))) continue;
    yield {
      code: "TK5002",
      place: placeIn(origin, ["schema", ...path], "key"),
      message: (target) => `${target} does not accept the parameter name \`${name}\`.`,
      help: `Choose a name that matches ${legal.source}; \`x-renamed-from\` keeps the old one working.`,
    };
  }
  const limit = descriptionLength?.value ?? Number.POSITIVE_INFINITY;
  const { length } = own.description;
  if (length > limit)
    yield {
      code: "TK5004",
      place: placeIn(origin, ["description"], "key"),
      message: (target) => `The description has ${length} characters; the limit of ${target} is ${limit}.`,
      help: `Shorten it, or give \`targets.${provider.name}.description\` a shorter one.`,
    };
  for (const { pointer, keyword, reason } of tool.fallback) {
    // `checkClashes` and `checkRequest` report these.
    if (keyword === "set" || keyword === "name") continue;
    yield {
      code: "TK5005",
      place: placeInSchema(model, pointer),
      message: (target) => `${target} cannot use strict mode for \`${spec.id}\`: ${reason}.`,
      help: "It is sent without strict mode; calls are still validated.",
    };
  }
  for (const { pointer, keyword, effect, told } of tool.losses) {
    if (effect !== "widened") continue;
    yield {
      code: "TK5006",
      place: placeInSchema(model, `${pointer}/${keyword}`),
      message: (target) => `\`${keyword}\` is ignored by ${target}, so the description adds "${told}".`,
    };
  }
}

/** Names are unique at each target. */
function* checkClashes({ problems, tools }: TargetTools): Generator<TargetDiagnostic> {
  for (const { rule, ids } of problems) {
    const model = modelOf(ids.at(-1), tools);
    if (model === undefined || rule !== "name-clash") continue;
    const names = ids.map((id) => `\`${id}\``).join(" and ");
    yield {
      code: "TK5003",
      place: placeOfName(model),
      message: (target) => `${names} have the same name at ${target}.`,
      help: "Give one of them another `wireName`.",
    };
  }
}

/** The target accepts the tools of one request together. */
function* checkRequest({ problems, tools }: TargetTools): Generator<TargetDiagnostic> {
  for (const { rule, message, ids } of problems) {
    const model = modelOf(ids.at(-1), tools);
    if (model === undefined || rule === "name-clash") continue;
    const help = "Offer fewer tools at once: `toolsets` in the configuration name subsets.";
    yield { code: "TK5007", place: placeIn(model.origin, ["id"]), message: () => message, help };
  }
  for (const { model, tool } of tools) {
    const limit = tool.fallback.find(({ keyword }) => keyword === "set");
    if (limit === undefined) continue;
    yield {
      code: "TK5008",
      place: placeIn(model.origin, ["id"]),
      message: () => `\`${model.spec.id}\` is sent without strict mode: ${limit.reason}.`,
      help: "Offer fewer tools at once, or make only those strict that need it, with `targets`.",
    };
  }
}

function modelOf(id: string | undefined, tools: readonly AdaptedModel[]): ToolModel | undefined {
  return tools.find(({ model }) => model.spec.id === id)?.model;
}

function placeInSchema({ origin }: ToolModel, pointer: string): Place {
  const steps = pointer.split("/").slice(1);
  const path = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : unescapeStep(step)));
  return placeIn(origin, ["schema", ...path], "key");
}

function placeOfName({ origin }: ToolModel): Place {
  return placeIn(origin, Object.hasOwn(origin.places, "/wireName") ? ["wireName"] : ["id"]);
}

/** With the target `mcp`, every tool states the hints that directories of MCP servers require. */
export const directoriesRule: ModelRule = async (models, { targets = [] }) => {
  const providers = targets.map((target) => (typeof target === "string" ? target : target.provider));
  return providers.includes("mcp") ? models.flatMap(checkHints) : [];
};

function checkHints({ spec: { hints = {} }, origin }: ToolModel): Diagnostic[] {
  const { readOnly, destructive, openWorld } = hints;
  const missing = [
    ...(readOnly === undefined && destructive === undefined ? ["`readOnly` or `destructive`"] : []),
    ...(openWorld === undefined ? ["`openWorld`"] : []),
  ];
  if (missing.length === 0) return [];
  const message = `\`hints\` does not state ${missing.join(" and ")}, which directories of MCP servers require.`;
  return [diagnostic("TK5010", placeIn(origin, ["id"]), message, { help: "Add it under `hints`." })];
}

/** Definitions stay within the token budget on every target. */
export const tokenBudgetRule: ModelRule = async (models, { budget, targets = ["openai"] }) => {
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
    const message = `The definition costs ${amount(worst, tokensOf(worst, model))} at ${worst.target}; the budget of a tool is ${toolBudget}.`;
    const help = "Shorten its descriptions, or raise `budget.tool` in the configuration.";
    diagnostics.push(diagnostic("TK5009", placeIn(model.origin, ["description"], "key"), message, { help }));
  }
  const [worst] = costs.toSorted((a, b) => b.total - a.total);
  const [mostExpensive] = worst ? models.toSorted((a, b) => tokensOf(worst, b) - tokensOf(worst, a)) : [];
  if (worst === undefined || mostExpensive === undefined || worst.total <= totalBudget) return diagnostics;
  const message = `All definitions cost ${amount(worst, worst.total)} at ${worst.target}; the budget is ${totalBudget}. This tool costs most.`;
  const help =
    "See `toolkiln cost`; offer fewer tools at once, or raise `budget.total` in the configuration.";
  return [...diagnostics, diagnostic("TK5009", placeIn(mostExpensive.origin, ["id"]), message, { help })];
};

function amount({ exact }: TargetCost, tokens: number): string {
  return `${exact ? "" : "about "}${tokens} tokens`;
}
