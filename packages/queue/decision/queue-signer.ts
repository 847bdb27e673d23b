import { createHmac, timingSafeEqual } from "node:crypto";
import type { AnyToolContract } from "@toolkiln/runtime";
import { canonicalJson } from "@toolkiln/runtime/json";

/** Signs the rows of submitters and workers, so that they ignore rows from anyone else. */
export class QueueSigner {
  readonly #key: string | Uint8Array;
  readonly #digests = new WeakMap<AnyToolContract, string>();

  constructor(key: string | Uint8Array) {
    if (Buffer.byteLength(key) < 16) {
      throw new RangeError("The queue key is too short: use at least 16 random bytes.");
    }
    this.#key = key;
  }

  /** Prepends a signature to a text. The signature is valid only for this purpose. */
  sign(purpose: string, text: string): string {
    return `${this.digest(purpose, text)}.${text}`;
  }

  /** Returns the signed text; undefined when it was changed, or signed with another key or purpose. */
  verify(purpose: string, signed: string | null): string | undefined {
    if (signed === null) return undefined;
    const end = signed.indexOf(".");
    const text = signed.slice(end + 1);
    const expected = Buffer.from(this.digest(purpose, text));
    const found = Buffer.from(signed.slice(0, Math.max(0, end)));
    return found.length === expected.length && timingSafeEqual(found, expected) ? text : undefined;
  }

  /** Identifies a contract by its whole spec. */
  contractDigest(contract: AnyToolContract): string {
    let digest = this.#digests.get(contract);
    if (digest === undefined) {
      digest = this.digest("contract", canonicalJson(contract.spec));
      this.#digests.set(contract, digest);
    }
    return digest;
  }

  /** A keyed digest (HMAC). */
  digest(purpose: string, text: string): string {
    // Quoted, so that the end of the purpose cannot be mistaken for the beginning of the text.
    const context = `toolkiln queue 1 ${JSON.stringify(purpose)}\n`;
    return createHmac("sha256", this.#key).update(context).update(text).digest("base64url");
  }
}
