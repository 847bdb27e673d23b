/** How many tokens a text has for a model. */
export interface TokenCounter {
  /** Whether the count is exact or an estimate. */
  readonly exact: boolean;
  count(text: string): number;
}

/**
 * Characters of a definition, as compact JSON, that make one token. OpenAI's was measured with its own tokenizer over
 * 440 real definitions (292,951 characters, 61,629 tokens); the others publish none, and are taken to need a quarter more.
 */
export const charactersPerToken: Readonly<Record<"openai" | "other", number>> = { openai: 4.75, other: 3.8 };

const likeOpenAI = new Set(["openai", "openai-agents"]);

/** Counts tokens as a provider's models do, exactly where its tokenizer is public and installed. */
export async function tokenCounterFor(provider: string): Promise<TokenCounter> {
  if (!likeOpenAI.has(provider)) return estimate(charactersPerToken.other);
  return (await loadTokenizer()) ?? estimate(charactersPerToken.openai);
}

function estimate(perToken: number): TokenCounter {
  return { exact: false, count: (text) => Math.ceil(text.length / perToken) };
}

/** What `gpt-tokenizer` exports that is used here; the package itself is too large to build against. */
interface Tokenizer {
  readonly countTokens: (text: string) => number;
}

/** The tokenizer is installed by those who want exact counts. */
async function loadTokenizer(): Promise<TokenCounter | undefined> {
  const optionalPackage: string = "gpt-tokenizer/encoding/o200k_base";
  try {
    const { countTokens }: Tokenizer = await import(optionalPackage);
    return { exact: true, count: countTokens };
  } catch {
    return undefined;
  }
}
