import type { ToolSpec } from "@toolkiln/runtime";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import { adaptTools, type AdaptedTools, type ToolSetProblem } from "./adapt-tools.js";
import type { OpenAIChatTool, OpenAIResponsesTool } from "./openai/openai.js";
import type { AdaptOptions, Provider } from "./provider.js";
import { providerNamed, type providers, type ProviderName } from "./providers.js";

/** A source of tool specs: a registry, a catalogue, or a list. No implementation is loaded. */
export type SpecSource = SpecProvider | ToolCatalog | readonly ToolSpec[];

/** Lists tool specs, as a registry does. */
export interface SpecProvider {
  getToolSpecs(): Promise<readonly ToolSpec[]>;
}

/** The tools of a source. */
export async function readSpecs(source: SpecSource): Promise<readonly ToolSpec[]> {
  if ("getToolSpecs" in source) return source.getToolSpecs();
  return "tools" in source ? source.tools : source;
}

/** The options of a provider. */
export type OptionsOf<Name extends ProviderName> =
  (typeof providers)[Name] extends Provider<infer _, infer Options> ? Options : never;

/** The definition type for a provider. */
export type DefinitionOf<Name extends ProviderName, Options = object> = Name extends "openai"
  ? Options extends { readonly api: "responses" }
    ? OpenAIResponsesTool
    : OpenAIChatTool
  : (typeof providers)[Name] extends Provider<infer Definition, infer _>
    ? Definition
    : never;

/** Thrown when a provider would reject a set of tools. */
export class ToolSetError extends Error {
  override readonly name = "ToolSetError";
  readonly problems: readonly ToolSetProblem[];

  constructor(problems: readonly ToolSetProblem[]) {
    super(problems.map(({ message }) => message).join(" "));
    this.problems = problems;
  }
}

/**
 * The definitions of tools for a provider, from a registry, a catalogue or a list, without loading an implementation.
 *
 * Rejects with a `ToolSetError` when the provider would reject the whole set.
 */
export async function toDefinitions<
  Name extends ProviderName,
  const Options extends OptionsOf<Name> = OptionsOf<Name>,
>(source: SpecSource, target: Name, options?: Options): Promise<DefinitionOf<Name, Options>[]>;
export async function toDefinitions<Definition, Options extends AdaptOptions>(
  source: SpecSource,
  target: Provider<Definition, Options>,
  options?: Options,
): Promise<Definition[]>;
export async function toDefinitions(
  source: SpecSource,
  target: ProviderName | Provider,
  options?: AdaptOptions,
): Promise<unknown[]> {
  const provider: Provider = typeof target === "string" ? providerNamed(target) : target;
  const { definitions, problems } = await readTools(source, provider, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  return [...definitions];
}

/** Adapts the tools of a source together: definitions, decoders and losses. */
export async function readTools<Definition, Options extends AdaptOptions>(
  source: SpecSource,
  provider: Provider<Definition, Options>,
  options?: Options,
): Promise<AdaptedTools<Definition>> {
  return adaptTools(await readSpecs(source), provider, options);
}
