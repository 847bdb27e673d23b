import { createHmac, timingSafeEqual } from "node:crypto";
import type { AnyToolContract } from "@toolkiln/runtime";
import { canonicalJson } from "@toolkiln/runtime/json";

/** Throws for a key that could be guessed. */
export function checkKey(key: string | Uint8Array): void {
  if (Buffer.byteLength(key) >= 16) return;
  throw new RangeError("The key of the queue is too short: use at least 16 random bytes.");
}

/** Signs what submitters and workers write into the tables, so that neither acts on what anybody else wrote. */
export class QueueSigner {
  readonly #key: string | Uint8Array;
  readonly #digests = new WeakMap<AnyToolContract, string>();

  constructor(key: string | Uint8Array) {
    checkKey(key);
    this.#key = key;
  }

  /** A text with its signature in front; the purpose keeps texts of different kinds apart. */
  sign(purpose: string, text: string): string {
    return `${this.#mac(purpose, text)}.${text}`;
  }

  /** The text that `sign` was given; undefined when it was changed, or signed with another key or purpose. */
  verify(purpose: string, signed: string): string | undefined {
    const end = signed.indexOf(".");
    const text = signed.slice(end + 1);
    const expected = Buffer.from(this.#mac(purpose, text));
    const found = Buffer.from(signed.slice(0, Math.max(0, end)));
    return found.length === expected.length && timingSafeEqual(found, expected) ? text : undefined;
  }

  /** Identifies a contract: everything that its manifest says. */
  contractDigest(contract: AnyToolContract): string {
    let digest = this.#digests.get(contract);
    if (digest === undefined) {
      digest = this.#mac("contract", canonicalJson(contract.spec));
      this.#digests.set(contract, digest);
    }
    return digest;
  }

  /** Recognises a call that is submitted again. */
  callDigest(text: string): string {
    return this.#mac("call", text);
  }

  #mac(purpose: string, text: string): string {
    // Quoted, so that the end of the purpose cannot be mistaken for the beginning of the text.
    const context = `toolkiln queue 1 ${JSON.stringify(purpose)}\n`;
    return createHmac("sha256", this.#key).update(context).update(text).digest("base64url");
  }
}
