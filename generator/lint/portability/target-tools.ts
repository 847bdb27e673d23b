import type { AdaptedTools, Adaptation, Target } from "@toolkiln/providers";
import type { GeneratorConfig } from "../../config.js";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import type { ToolModel } from "../../model/tool-model.js";
import type { ManifestPath, Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";

/** The tools of a project in the form of one of its targets. */
export interface TargetTools {
  readonly target: Target;
  readonly set: AdaptedTools;
  readonly tools: readonly AdaptedModel[];
}

/** A tool with what became of it. */
export interface AdaptedModel {
  readonly model: ToolModel;
  readonly tool: Adaptation;
}

/** Adapts the tools of a project to its targets. The providers are loaded only when there are any. */
export async function adaptToTargets(
  models: readonly ToolModel[],
  targets: NonNullable<GeneratorConfig["targets"]>,
): Promise<TargetTools[]> {
  if (targets.length === 0) return [];
  const { adaptTools, findTarget } = await import("@toolkiln/providers");
  const byId = new Map(models.map((model) => [model.spec.id, model]));
  const specs = models.map(({ spec }) => spec);
  return targets.map((settings) => {
    const target = findTarget(settings);
    const set = adaptTools(specs, target.provider, target.options);
    const tools = set.tools.flatMap((tool) => {
      const model = byId.get(tool.id);
      return model === undefined ? [] : [{ model, tool }];
    });
    return { target, set, tools };
  });
}

/** The place of a JSON pointer into a tool's schema. */
export function placeInSchema({ origin }: ToolModel, pointer: string, keyword?: string): Place {
  const steps: ManifestPath = pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : unescapeStep(step)));
  return placeIn(origin, ["schema", ...steps, ...(keyword === undefined ? [] : [keyword])], "key");
}

/** Where a tool's name on the wire comes from. */
export function placeOfName({ origin }: ToolModel): Place {
  return placeIn(origin, Object.hasOwn(origin.places, "/wireName") ? ["wireName"] : ["id"]);
}
