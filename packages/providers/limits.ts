/** The source of a fact about a provider. */
export interface LimitSource {
  readonly text: string;
  /** Year and month. */
  readonly date: string;
  /** A: official documentation or SDK. B: a published server response. C: sources disagree. */
  readonly confidence: "A" | "B" | "C";
}

/** A limit of a provider with its source. */
export interface Limit<Value = number> {
  readonly value: Value;
  readonly source: LimitSource;
}

/** What a provider accepts, besides its schema dialect. An absent field has no known limit. */
export interface ProviderLimits {
  /** Names of tools, as a regular expression. */
  readonly namePattern: Limit<string>;
  readonly nameLength: Limit;
  /** Characters of a tool's description. */
  readonly descriptionLength?: Limit;
  /** Tools in one request. */
  readonly tools?: Limit;
  /** Names of parameters, as a regular expression, if the provider checks them. */
  readonly parameterPattern?: Limit<string>;
  /** Limits of a schema in strict mode. */
  readonly strictDepth?: Limit;
  readonly strictProperties?: Limit;
  readonly strictTextLength?: Limit;
  readonly strictEnumValues?: Limit;
  /** Limits of all strict tools of a request together. */
  readonly strictTools?: Limit;
  readonly strictOptionalParameters?: Limit;
  readonly strictUnionParameters?: Limit;
  /** What a result may contain besides text: MIME types (absent: unsupported), and maximum bytes of one part. */
  readonly imageTypes?: Limit<readonly string[]>;
  readonly imageBytes?: Limit;
  readonly audioTypes?: Limit<readonly string[]>;
  readonly audioBytes?: Limit;
  readonly fileTypes?: Limit<readonly string[]>;
  readonly fileBytes?: Limit;
}

/** The name of a limit. */
export type LimitName = keyof ProviderLimits;

/** New values for some limits. */
export type LimitOverrides = { readonly [Name in LimitName]?: NonNullable<ProviderLimits[Name]>["value"] };

/** Limits from one source. */
export function limitsFrom<const Values extends LimitOverrides>(
  text: string,
  date: string,
  confidence: LimitSource["confidence"],
  values: Values,
): Pick<Required<ProviderLimits>, keyof Values & LimitName> {
  const source: LimitSource = { text, date, confidence };
  const limits = Object.entries(values).map(([name, value]) => [name, { value, source }]);
  return Object.fromEntries(limits) as Pick<Required<ProviderLimits>, keyof Values & LimitName>;
}

/** Replaces some limits with the user's values. */
export function overrideLimits(limits: ProviderLimits, overrides: LimitOverrides): ProviderLimits {
  return { ...limits, ...limitsFrom("set by the user", "", "A", overrides) };
}
