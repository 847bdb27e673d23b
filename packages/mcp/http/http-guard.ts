import {
  isJsonContentType,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { jsonRpcResponse } from "./json-rpc-response.js";

/** Who may send requests to a server over HTTP, and how large they may be. */
export interface HttpGuardOptions {
  /** Host names that requests may be for, whatever the port; those of this machine unless given. */
  readonly allowedHosts?: readonly string[];
  /** Host names that pages may be from whose scripts send requests; those of this machine unless given. */
  readonly allowedOrigins?: readonly string[];
  /** A secret that every request must bear. */
  readonly token?: string;
  /** Bytes of a request's body. @default 4 MiB */
  readonly maxBodySize?: number;
}

/** A name or an address with or without a port: nothing that a URL would take for a user, a path or a fragment. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** What browsers send: a scheme and a host. */
const originForm = /^[a-z][a-z\d+.-]*:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** The shortest secret that is not a mistake. */
const minTokenLength = 16;

/** Decides by a request's headers alone whether it is looked at, before any of its body is read. */
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
      throw new RangeError(`http.maxBodySize must be a number of bytes, not ${maxBodySize}.`);
    }
    this.maxBodySize = maxBodySize;
    this.#hosts = allowedHosts === undefined ? localhostAllowedHostnames() : allowedHosts.map(hostName);
    this.#origins = allowedOrigins === undefined ? localhostAllowedOrigins() : allowedOrigins.map(hostName);
    this.#token = token;
  }

  /** Whether only bearers of a secret are let in. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** The answer to a request that is not let in. `host` is the header, or what stands for it. */
  async refuse(method: string, headers: Headers, host: string): Promise<Response | undefined> {
    return (
      this.refuseStranger(headers, host) ?? (await this.#refuseBearer(headers)) ?? refuseForm(method, headers)
    );
  }

  /** The answer to a request for another host, or from a page of another one. */
  refuseStranger(headers: Headers, host: string): Response | undefined {
    const origin = headers.get("origin");
    if (host !== "" && !hostForm.test(host)) return jsonRpcResponse(403, "The Host header names no host.");
    if (origin !== null && !originForm.test(origin))
      return jsonRpcResponse(403, "The Origin header names no origin.");
    const checks = [validateHostHeader(host, this.#hosts), validateOriginHeader(origin, this.#origins)];
    const failed = checks.find((check) => !check.ok);
    return failed?.ok === false ? jsonRpcResponse(403, failed.message) : undefined;
  }

  async #refuseBearer(headers: Headers): Promise<Response | undefined> {
    if (this.#token === undefined) return undefined;
    const [, given] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (given !== undefined && (await areEqual(given, this.#token))) return undefined;
    const message = given === undefined ? "A bearer token is required." : "The bearer token is not accepted.";
    return jsonRpcResponse(401, message, { "WWW-Authenticate": "Bearer" });
  }
}

function refuseForm(method: string, headers: Headers): Response | undefined {
  if (method !== "POST" && method !== "GET") {
    return jsonRpcResponse(405, "Send messages by POST, and hear of changes by GET.", {
      Allow: "GET, POST",
    });
  }
  const accept = headers.get("accept") ?? "";
  const accepts = (type: string, range: string): boolean =>
    accept.includes(type) || accept.includes(range) || accept.includes("*/*");
  if (method === "GET") {
    // The SDK wants the very word.
    return accept.includes("text/event-stream")
      ? undefined
      : jsonRpcResponse(406, "Accept must name text/event-stream.");
  }
  if (!accepts("application/json", "application/*") || !accepts("text/event-stream", "text/*")) {
    return jsonRpcResponse(406, "Accept must name application/json and text/event-stream.");
  }
  if (!isJsonContentType(headers.get("content-type"))) {
    return jsonRpcResponse(415, "Content-Type must be application/json.");
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    return jsonRpcResponse(415, "Send the body as it is: Content-Encoding is not supported.");
  }
  return undefined;
}

/** Compares digests, so that the time it takes reveals nothing about the secret. */
async function areEqual(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(a), digest(b)]);
  return one.every((byte, index) => byte === other[index]);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The name of a host as a URL has it, whether it was given alone, with a port or as an origin. */
function hostName(given: string): string {
  const url = given.includes("://") ? given : `http://${given}`;
  if (!URL.canParse(url))
    throw new RangeError(`'${given}' is not the name of a host, such as example.com or [::1].`);
  return new URL(url).hostname;
}
