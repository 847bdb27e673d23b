import { ToolResult } from "@toolkiln/runtime";
import {
  httpRequest,
  type HttpRequestData,
  type HttpRequestParams,
} from "../generated/tools/http-request.js";
import { FailureError } from "./support/failure-error.js";
import { exchange, type HttpResponse } from "./support/http-exchange.js";

/** Headers that only Node may set: other values would allow request smuggling. */
const reserved = new Set(
  "host connection content-length transfer-encoding upgrade te trailer expect".split(" "),
);
/** Headers without credentials, which are also sent after a redirect to another origin. */
const crossOriginHeaders = new Set(["accept", "accept-language", "user-agent"]);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const tool = httpRequest.implement(async (params, context) => {
  const url = parseUrl(params.url);
  if (url === null || url.username !== "" || url.password !== "") {
    return ToolResult.failed("The URL must use http or https and contain no credentials.", "InvalidUrl");
  }
  const limit = params.timeout ?? params.timeoutSeconds * 1000;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limit)]);
  try {
    const data = await follow(url, params, signal);
    return ToolResult.succeeded(data, `${data.status} from ${data.url}`);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof FailureError) return ToolResult.failed(error.message, error.code);
    if (signal.aborted) return ToolResult.failed(`The request timed out after ${limit} ms.`, "RequestFailed");
    const reason = error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
    return ToolResult.failed(`The request to ${url.host} failed: ${reason}.`, "RequestFailed");
  }
});

async function follow(start: URL, params: HttpRequestParams, signal: AbortSignal): Promise<HttpRequestData> {
  let url = start;
  let method: string = params.method;
  let { body } = params;
  const redirects: string[] = [];
  for (;;) {
    const headers = headersFor(params, url.origin === start.origin);
    const response = await exchange({ ...params, url, method, headers, body, signal });
    const next = redirectOf(response, url);
    if (next === undefined) return describe(url, response, redirects);
    if (response.status === 303 || (response.status < 303 && method === "POST")) {
      method = method === "HEAD" ? "HEAD" : "GET";
      body = undefined;
    }
    // Redirects are followed only with GET and HEAD: the approved request must not be repeated elsewhere.
    if (method !== "GET" && method !== "HEAD") return describe(url, response, redirects);
    if (redirects.length >= params.maxRedirects) {
      const message = `The request exceeded the limit of ${params.maxRedirects} redirects.`;
      throw new FailureError(message, "TooManyRedirects");
    }
    redirects.push(next.href);
    if (next.origin !== start.origin) body = undefined;
    url = next;
  }
}

function headersFor(
  { headers = {}, authorization }: HttpRequestParams,
  sameOrigin: boolean,
): Record<string, string> {
  const all = Object.entries({ ...headers, ...(authorization !== undefined && { authorization }) });
  const entries = all.filter(([name]) => {
    const lower = name.toLowerCase();
    return !reserved.has(lower) && (sameOrigin || crossOriginHeaders.has(lower));
  });
  return Object.fromEntries(entries);
}

function redirectOf({ status, headers }: HttpResponse, from: URL): URL | undefined {
  if (!redirectStatuses.has(status) || headers.location === undefined) return undefined;
  const url = parseUrl(headers.location, from);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  // A redirect must not set the credentials of the next request.
  url.username = "";
  url.password = "";
  return url;
}

function describe(
  url: URL,
  { status, headers, body, truncatedBy }: HttpResponse,
  redirects: string[],
): HttpRequestData {
  const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  const isText =
    (headers["content-encoding"] ?? "identity") === "identity" &&
    /^(text\/|application\/([\w.+-]+\+)?(json|xml|javascript|x-www-form-urlencoded|yaml|graphql))/i.test(
      headers["content-type"] ?? "text/plain",
    );
  return {
    url: url.href,
    status,
    headers: Object.fromEntries(flat),
    body: isText ? decode(body, headers["content-type"]) : body.toString("base64"),
    encoding: isText ? "text" : "base64",
    truncated: truncatedBy !== undefined,
    ...(truncatedBy !== undefined && { truncatedBy }),
    redirects,
  };
}

function decode(body: Buffer, contentType = ""): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body, { stream: true });
  } catch {
    return new TextDecoder().decode(body, { stream: true });
  }
}

function parseUrl(text: string, base?: URL): URL | null {
  return URL.canParse(text, base?.href) ? new URL(text, base) : null;
}
