import type { AdaptOptions, Provider } from "./provider.js";
import type { LimitOverrides } from "./limits.js";
import { providerNamed, type ProviderName } from "./providers.js";

/** A provider as a project means to use it. */
export interface TargetSettings extends AdaptOptions {
  readonly provider: ProviderName;
  /** OpenAI: which API the definitions are for. */
  readonly api?: "chat" | "responses";
  /** Gemini: which field holds the schema. */
  readonly schema?: "parameters" | "parametersJsonSchema";
  /** Plain JSON Schema: which draft to write. */
  readonly draft?: "2020-12" | "draft-07";
  /** Limits that differ from the known ones. */
  readonly limits?: LimitOverrides;
}

/** A provider with the options to adapt tools with. */
export interface Target {
  /** What messages call it: the provider, and whether it is strict. */
  readonly title: string;
  readonly provider: Provider;
  readonly options: Omit<TargetSettings, "provider" | "limits">;
}

/** Finds the provider that a project means. */
export function findTarget(target: ProviderName | TargetSettings): Target {
  const { provider: name, limits, ...options } = typeof target === "string" ? { provider: target } : target;
  const provider = providerNamed(name);
  const title = options.strict === true ? `${name} (strict)` : name;
  return { title, provider: limits === undefined ? provider : provider.withLimits(limits), options };
}
