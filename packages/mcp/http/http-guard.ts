import {
  isJsonContentType,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { jsonRpcResponse } from "../protocol/check-message.js";

/** HTTP access control and body size limit. */
export interface HttpGuardOptions {
  /** Allowed host names in `Host`, on any port. @default the loopback names */
  readonly allowedHosts?: readonly string[];
  /** Allowed host names in the `Origin` header, on any port. @default the loopback names */
  readonly allowedOrigins?: readonly string[];
  /** The required bearer token. */
  readonly token?: string;
  /** Maximum body bytes. @default 4 MiB */
  readonly maxBodySize?: number;
}

/** A host name or IP address, with an optional port: no user, path or fragment of a URL. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** What browsers send: a scheme and a host. */
const originPattern = /^[a-z][a-z\d+.-]*:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

const minTokenLength = 16;

/** Accepts or rejects a request by its headers, before the body is read. */
export class HttpGuard {
  readonly maxBodySize: number;
  readonly #hosts: string[];
  readonly #origins: string[];
  readonly #token: string | undefined;

  constructor({ allowedHosts, allowedOrigins, token, maxBodySize = 4 * 1024 * 1024 }: HttpGuardOptions) {
    if (token !== undefined && token.length < minTokenLength) {
      throw new RangeError(
        `The bearer token has fewer than ${minTokenLength} characters: choose one that is hard to guess.`,
      );
    }
    if (!Number.isSafeInteger(maxBodySize) || maxBodySize < 1) {
      throw new RangeError(`http.maxBodySize must be a positive number of bytes, not ${maxBodySize}.`);
    }
    this.maxBodySize = maxBodySize;
    this.#hosts = allowedHosts === undefined ? localhostAllowedHostnames() : allowedHosts.map(hostName);
    this.#origins = allowedOrigins === undefined ? localhostAllowedOrigins() : allowedOrigins.map(hostName);
    this.#token = token;
  }

  /** Whether a token is required. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** The error response, if a request is rejected. `host` is the `Host` header. */
  async check(method: string, headers: Headers, host: string): Promise<Response | undefined> {
    return (
      this.checkHost(headers, host) ?? (await this.#checkToken(headers)) ?? checkHeaders(method, headers)
    );
  }

  /** The error response, if `Host` or `Origin` is disallowed. */
  checkHost(headers: Headers, host: string): Response | undefined {
    const origin = headers.get("origin");
    if (host !== "" && !hostPattern.test(host))
      return jsonRpcResponse(403, "The Host header is not a valid host.");
    if (origin !== null && !originPattern.test(origin))
      return jsonRpcResponse(403, "The Origin header is not a valid origin.");
    for (const check of [validateHostHeader(host, this.#hosts), validateOriginHeader(origin, this.#origins)])
      if (!check.ok) return jsonRpcResponse(403, check.message);
    return undefined;
  }

  async #checkToken(headers: Headers): Promise<Response | undefined> {
    if (this.#token === undefined) return undefined;
    const [, given] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (given !== undefined && (await areEqual(given, this.#token))) return undefined;
    const message = given === undefined ? "A bearer token is required." : "The bearer token is not accepted.";
    return jsonRpcResponse(401, message, { "WWW-Authenticate": "Bearer" });
  }
}

function checkHeaders(method: string, headers: Headers): Response | undefined {
  const accept = headers.get("accept") ?? "";
  const accepts = (...types: string[]): boolean => types.some((type) => accept.includes(type));
  if (method === "GET") {
    // The SDK allows no wildcard.
    if (accepts("text/event-stream")) return undefined;
    return jsonRpcResponse(406, "Accept must include text/event-stream.");
  }
  if (method !== "POST")
    return jsonRpcResponse(405, "Use POST to send messages and GET to receive notifications.", {
      Allow: "GET, POST",
    });
  if (!accepts("application/json", "application/*", "*/*") || !accepts("text/event-stream", "text/*", "*/*"))
    return jsonRpcResponse(406, "Accept must include application/json and text/event-stream.");
  if (!isJsonContentType(headers.get("content-type")))
    return jsonRpcResponse(415, "Content-Type must be application/json.");
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() === "identity") return undefined;
  return jsonRpcResponse(415, "Content-Encoding is not supported: send the body uncompressed.");
}

/** Compares digests, to prevent timing attacks. */
async function areEqual(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(a), digest(b)]);
  return one.every((byte, index) => byte === other[index]);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Normalizes a host name, host with port, or origin to a host name. */
function hostName(given: string): string {
  const url = given.includes("://") ? given : `http://${given}`;
  if (!URL.canParse(url)) throw new RangeError(`'${given}' is not a host name such as example.com or [::1].`);
  return new URL(url).hostname;
}
