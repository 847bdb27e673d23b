/** The claims of a token. Signed, not encrypted: must not contain secrets. */
export interface TokenClaims {
  /** The key of the call in the store. */
  readonly id: string;
  readonly toolId: string;
  /** HMAC digests of contract and parameters: without the key, nobody can guess values from them. */
  readonly contract: string;
  readonly params: string;
  /** HMAC digest of the session id, if the call has one. */
  readonly session?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const prefix = "tk1";
const encoder = new TextEncoder();
const hmac = { name: "HMAC", hash: "SHA-256" } as const;

let processKey: Uint8Array<ArrayBuffer> | undefined;

/** Signs and checks approval tokens with HMAC-SHA-256. */
export class TokenSigner {
  readonly #secret: Uint8Array<ArrayBuffer>;
  #key: Promise<CryptoKey> | undefined;

  /** The default key is random for each process. */
  constructor(key?: string | Uint8Array) {
    this.#secret =
      key === undefined
        ? (processKey ??= crypto.getRandomValues(new Uint8Array(32)))
        : new Uint8Array(typeof key === "string" ? encoder.encode(key) : key);
  }

  async sign(claims: TokenClaims): Promise<string> {
    const body = toBase64Url(encoder.encode(JSON.stringify(claims)));
    return `${prefix}.${body}.${await this.#mac(`${prefix}.${body}`)}`;
  }

  /** The claims if this key signed the token. */
  async verify(token: unknown): Promise<TokenClaims | undefined> {
    if (typeof token !== "string" || token.length > 4096) return undefined;
    const [version, body = "", mac = "", extra] = token.split(".");
    if (version !== prefix || extra !== undefined) return undefined;
    const expected = await this.#mac(`${version}.${body}`);
    // Compares MACs of the MACs: nobody can learn from the time how much of a guess is right.
    return (await this.#mac(mac)) === (await this.#mac(expected)) ? readClaims(body) : undefined;
  }

  /** A digest that only holders of the key can compute. */
  digest(purpose: string, text: string): Promise<string> {
    return this.#mac(`${purpose}\n${text}`);
  }

  async #mac(text: string): Promise<string> {
    this.#key ??= crypto.subtle.importKey("raw", this.#secret, hmac, false, ["sign"]);
    return toBase64Url(new Uint8Array(await crypto.subtle.sign(hmac, await this.#key, encoder.encode(text))));
  }
}

/** Safe for signed bodies: `sign` wrote them. */
function readClaims(body: string): TokenClaims {
  const binary = atob(body.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
  return JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
