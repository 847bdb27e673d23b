/** The claims of a token. Signed, not encrypted: must not contain secrets. */
export interface TokenClaims {
  /** The key of the call in the store. */
  readonly id: string;
  readonly toolId: string;
  /** HMAC digests of contract and parameters: without the key, nobody can guess values from them. */
  readonly contract: string;
  readonly params: string;
  /** HMAC digest of the session id, if the call has one. */
  readonly session?: string;
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
    const [version, body, mac, ...rest] = token.split(".");
    if (version !== prefix || body === undefined || mac === undefined || rest.length > 0) return undefined;
    const signature = fromBase64Url(mac);
    const key = await this.#importedKey();
    // `subtle.verify` compares in constant time. The encoded MAC is compared too: several texts decode to the same bytes.
    const genuine =
      signature !== undefined &&
      toBase64Url(signature) === mac &&
      (await crypto.subtle.verify(hmac, key, signature, encoder.encode(`${version}.${body}`)));
    return genuine ? readClaims(body) : undefined;
  }

  /** A digest that only holders of the key can compute. */
  digest(purpose: string, text: string): Promise<string> {
    return this.#mac(`${purpose}\n${text}`);
  }

  async #mac(text: string): Promise<string> {
    const key = await this.#importedKey();
    return toBase64Url(new Uint8Array(await crypto.subtle.sign(hmac, key, encoder.encode(text))));
  }

  #importedKey(): Promise<CryptoKey> {
    return (this.#key ??= crypto.subtle.importKey("raw", this.#secret, hmac, false, ["sign", "verify"]));
  }
}

function readClaims(body: string): TokenClaims {
  const text = new TextDecoder().decode(fromBase64Url(body));
  // Safe: `sign` wrote every signed body.
  return JSON.parse(text) as TokenClaims;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
