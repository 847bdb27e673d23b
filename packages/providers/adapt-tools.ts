import type { ToolSpec } from "@toolkiln/runtime";
import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { LimitName } from "./limits.js";
import { measureSchema } from "./measure-schema.js";
import type { Adaptation, AdaptOptions, Provider } from "./provider.js";

/** Something that keeps a set of tools from being sent as it is. */
export interface ToolSetProblem {
  /** The limit that is broken, or `name-clash`. */
  readonly rule: LimitName | "name-clash";
  readonly message: string;
  /** The tools that it concerns. */
  readonly ids: readonly string[];
}

/** A set of tools as it is sent to one provider. */
export interface AdaptedTools<Definition = unknown> {
  readonly tools: readonly Adaptation<Definition>[];
  /** What is sent: the definitions, with the entries that follow them. */
  readonly definitions: readonly Definition[];
  /** What the provider would refuse the request for. */
  readonly problems: readonly ToolSetProblem[];
  /** Finds the tool that a model calls, with its arguments decoded: by the name in its definition, or by any that a registry knows. */
  readCall(name: string, sent: unknown): ToolCallInput | undefined;
}

/** A model's call in the manifest's terms: what an executor takes. */
export interface ToolCallInput {
  readonly id: string;
  readonly input: unknown;
}

/** Adapts tools that are sent together, and looks at the limits of the whole set. */
export function adaptTools<Definition, Options extends AdaptOptions>(
  specs: readonly ToolSpec[],
  provider: Provider<Definition, Options>,
  options?: Options,
): AdaptedTools<Definition> {
  const tools = limitStrictTools(specs, provider, options);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = new ToolNames(specs);
  const prefix = options?.prefix ?? "";
  const findByOtherName = (name: string): Adaptation<Definition> | undefined => {
    const id = names.find(name.startsWith(prefix) ? name.slice(prefix.length) : name);
    return tools.find((tool) => tool.id === id);
  };
  return {
    tools,
    definitions: tools.flatMap(({ definition, followedBy }) =>
      followedBy === undefined ? [definition] : [definition, followedBy],
    ),
    problems: findSetProblems(tools, provider),
    readCall(name, sent) {
      const tool = byName.get(name) ?? findByOtherName(name);
      return tool && { id: tool.id, input: tool.decode(sent) };
    },
  };
}

/** Tools are strict in order as long as the set's limits hold; the others are sent without. */
function limitStrictTools<Definition, Options extends AdaptOptions>(
  specs: readonly ToolSpec[],
  provider: Provider<Definition, Options>,
  options: Options | undefined,
): Adaptation<Definition>[] {
  const { strictTools, strictOptionalParameters, strictUnionParameters } = provider.limits;
  const used = { tools: 0, optional: 0, unions: 0 };
  return specs.map((spec) => {
    const tool = provider.adapt(spec, options);
    if (!tool.strict) return tool;
    const parameters = measureSchema(tool.schema);
    const next = {
      tools: used.tools + 1,
      optional: used.optional + parameters.optional,
      unions: used.unions + parameters.unions,
    };
    const broken = [
      next.tools > (strictTools?.value ?? Number.POSITIVE_INFINITY) && `${strictTools?.value} strict tools`,
      next.optional > (strictOptionalParameters?.value ?? Number.POSITIVE_INFINITY) &&
        `${strictOptionalParameters?.value} optional parameters of strict tools`,
      next.unions > (strictUnionParameters?.value ?? Number.POSITIVE_INFINITY) &&
        `${strictUnionParameters?.value} parameters of strict tools with a union type`,
    ].find((limit) => limit !== false);
    if (broken === undefined) {
      Object.assign(used, next);
      return tool;
    }
    const reason = `with it the request would have more than ${broken}`;
    return loosen(provider, spec, options, reason);
  });
}

function loosen<Definition, Options extends AdaptOptions>(
  provider: Provider<Definition, Options>,
  spec: ToolSpec,
  options: Options | undefined,
  reason: string,
): Adaptation<Definition> {
  const { [provider.name]: override, ...targets } = spec.targets ?? {};
  const { strict: _, ...rest } = override ?? {};
  const loose = { ...spec, targets: { ...targets, [provider.name]: { ...rest, strict: false } } };
  const tool = provider.adapt(loose, options);
  return { ...tool, fallback: [...tool.fallback, { pointer: "", keyword: "set", reason }] };
}

function findSetProblems(
  tools: readonly Adaptation[],
  { name: provider, limits }: Provider,
): ToolSetProblem[] {
  const problems: ToolSetProblem[] = [];
  if (limits.tools !== undefined && tools.length > limits.tools.value) {
    problems.push({
      rule: "tools",
      message: `${provider} takes ${limits.tools.value} tools in a request, and there are ${tools.length}: send a toolset.`,
      ids: tools.slice(limits.tools.value).map(({ id }) => id),
    });
  }
  const byName = new Map<string, string[]>();
  for (const { id, name } of tools) {
    // Some SDKs fold `-` into `_` on the way.
    const folded = name.replaceAll("-", "_");
    byName.set(folded, [...(byName.get(folded) ?? []), id]);
  }
  for (const [name, ids] of byName) {
    if (ids.length > 1) {
      const message = `${ids.map((id) => `\`${id}\``).join(" and ")} meet in the name \`${name}\` at ${provider}.`;
      problems.push({ rule: "name-clash", message, ids });
    }
  }
  return problems;
}
