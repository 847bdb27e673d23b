import type { ToolSpec } from "@toolkiln/runtime";
import { ToolNames } from "@toolkiln/runtime/vocabulary";
import type { LimitName } from "./limits.js";
import { measureSchema } from "./measure-schema.js";
import type { Adaptation, AdaptOptions, Provider } from "./provider.js";

/** A reason why a provider would reject a set of tools. */
export interface ToolSetProblem {
  /** The exceeded limit, or `name-clash`. */
  readonly rule: LimitName | "name-clash";
  readonly message: string;
  /** The affected tools. */
  readonly ids: readonly string[];
}

/** A set of tools adapted for one provider. */
export interface AdaptedTools<Definition = unknown> {
  readonly tools: readonly Adaptation<Definition>[];
  /** The definitions to send, with the entries that follow them. */
  readonly definitions: readonly Definition[];
  /** Why the provider would reject the request. */
  readonly problems: readonly ToolSetProblem[];
  /** Finds the called tool, by its name in the definition or any name in the registry, and decodes the arguments. */
  readCall(name: string, sent: unknown): ToolCallInput | undefined;
}

/** A model's decoded call: the input of an executor. */
export interface ToolCallInput {
  readonly id: string;
  readonly input: unknown;
}

/** Adapts tools that are sent together, and checks the limits of the whole set. */
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

const setLimits = [
  ["tools", "strictTools", "strict tools"],
  ["optional", "strictOptionalParameters", "optional parameters of strict tools"],
  ["unions", "strictUnionParameters", "union-type parameters of strict tools"],
] as const;

/** Makes tools strict in order, except those that would exceed a limit of the set. */
function limitStrictTools<Definition, Options extends AdaptOptions>(
  specs: readonly ToolSpec[],
  provider: Provider<Definition, Options>,
  options: Options | undefined,
): Adaptation<Definition>[] {
  const { limits, name } = provider;
  let used = { tools: 0, optional: 0, unions: 0 };
  return specs.map((spec) => {
    const tool = provider.adapt(spec, options);
    if (!tool.strict) return tool;
    const { optional, unions } = measureSchema(tool.schema);
    const next = {
      tools: used.tools + 1,
      optional: used.optional + optional,
      unions: used.unions + unions,
    };
    const broken = setLimits.find(
      ([measure, limit]) => next[measure] > (limits[limit]?.value ?? Number.POSITIVE_INFINITY),
    );
    if (broken === undefined) {
      used = next;
      return tool;
    }
    const reason = `${name} accepts at most ${limits[broken[1]]?.value} ${broken[2]} per request`;
    const targets = { ...spec.targets, [name]: { ...spec.targets?.[name], strict: false } };
    const loose = provider.adapt({ ...spec, targets }, options);
    return { ...loose, fallback: [{ pointer: "", keyword: "set", reason }] };
  });
}

function findSetProblems(
  tools: readonly Adaptation[],
  { name: provider, limits }: Provider,
): ToolSetProblem[] {
  const problems: ToolSetProblem[] = [];
  if (limits.tools !== undefined && tools.length > limits.tools.value) {
    problems.push({
      rule: "tools",
      message: `${provider} accepts at most ${limits.tools.value} tools per request; there are ${tools.length}.`,
      ids: tools.slice(limits.tools.value).map(({ id }) => id),
    });
  }
  const byName = new Map<string, string[]>();
  for (const { id, name } of tools) {
    // Some SDKs replace `-` with `_`.
    const folded = name.replaceAll("-", "_");
    byName.set(folded, [...(byName.get(folded) ?? []), id]);
  }
  for (const [name, ids] of byName) {
    if (ids.length > 1) {
      const message = `${ids.map((id) => `\`${id}\``).join(" and ")} have the same name \`${name}\` for ${provider}.`;
      problems.push({ rule: "name-clash", message, ids });
    }
  }
  return problems;
}
