import type { AdaptOptions, Provider } from "./provider.js";
import type { LimitOverrides } from "./limits.js";
import { providerNamed, type ProviderName } from "./providers.js";

/** A project's settings for a provider. */
export interface TargetSettings extends AdaptOptions {
  readonly provider: ProviderName;
  /** OpenAI: which API the definitions are for. */
  readonly api?: "chat" | "responses";
  /** Gemini: the field for the schema. */
  readonly schema?: "parameters" | "parametersJsonSchema";
  /** Plain JSON Schema: which draft to write. */
  readonly draft?: "2020-12" | "draft-07";
  /** Overrides of the known limits. */
  readonly limits?: LimitOverrides;
}

/** A provider with options for adapting tools. */
export interface Target {
  /** Name in messages: the provider, and whether it is strict. */
  readonly title: string;
  readonly provider: Provider;
  readonly options: Omit<TargetSettings, "provider" | "limits">;
}

/** Finds the provider of a target. */
export function findTarget(target: ProviderName | TargetSettings): Target {
  const { provider: name, limits, ...options } = typeof target === "string" ? { provider: target } : target;
  const provider = providerNamed(name);
  const title = options.strict === true ? `${name} (strict)` : name;
  return { title, provider: limits === undefined ? provider : provider.withLimits(limits), options };
}
