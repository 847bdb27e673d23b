/** Counts tokens of a text. */
export interface TokenCounter {
  /** Whether the count is exact or an estimate. */
  readonly exact: boolean;
  count(text: string): number;
}

/**
 * Characters per token, in definitions as compact JSON. OpenAI: measured with its tokenizer on 440 real definitions
 * (292,951 characters, 61,629 tokens). The others publish no tokenizer; estimated at 25% more tokens.
 */
export const charactersPerToken: Readonly<Record<"openai" | "other", number>> = { openai: 4.75, other: 3.8 };

const likeOpenAI = new Set(["openai", "openai-agents"]);

/** A token counter for a provider; exact if its tokenizer is public and installed. */
export async function tokenCounterFor(provider: string): Promise<TokenCounter> {
  if (!likeOpenAI.has(provider)) return estimate(charactersPerToken.other);
  return (await loadTokenizer()) ?? estimate(charactersPerToken.openai);
}

function estimate(perToken: number): TokenCounter {
  return { exact: false, count: (text) => Math.ceil(text.length / perToken) };
}

/** The exports of `gpt-tokenizer` used here; its own types are too large to build against. */
interface Tokenizer {
  readonly countTokens: (text: string) => number;
}

/** The tokenizer is an optional dependency. */
async function loadTokenizer(): Promise<TokenCounter | undefined> {
  const optionalPackage: string = "gpt-tokenizer/encoding/o200k_base";
  try {
    const { countTokens }: Tokenizer = await import(optionalPackage);
    return { exact: true, count: countTokens };
  } catch {
    return undefined;
  }
}
