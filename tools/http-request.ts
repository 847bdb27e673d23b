import { ToolResult } from "@toolkiln/runtime";
import {
  httpRequest,
  type HttpRequestData,
  type HttpRequestParams,
} from "../generated/tools/http-request.js";
import {
  AddressNotAllowedError,
  exchange,
  ProtocolSwitchError,
  type HttpAnswer,
} from "./support/http-exchange.js";

/** Headers that the connection sets itself; another value would let a request pretend to be two. */
const reserved = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "expect",
]);
/** Headers that prove nothing about anybody. All others go to the origin they were meant for and to no other. */
const harmless = new Set(["accept", "accept-language", "user-agent"]);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const tool = httpRequest.implement(async (params, context) => {
  const url = parseUrl(params.url);
  if (url === null || url.username !== "" || url.password !== "") {
    return ToolResult.failed("The URL is not one of http or https without credentials.", "InvalidUrl");
  }
  const limit = params.timeout ?? params.timeoutSeconds * 1000;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limit)]);
  try {
    const data = await follow(url, params, signal);
    if (data === undefined) {
      return ToolResult.failed(`There were more than ${params.maxRedirects} redirects.`, "TooManyRedirects");
    }
    return ToolResult.succeeded(data, `${data.status} from ${data.url}`);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof AddressNotAllowedError) return ToolResult.failed(error.message, "AddressNotAllowed");
    if (signal.aborted) return ToolResult.failed(`There was no answer within ${limit} ms.`, "RequestFailed");
    return ToolResult.failed(`The request to ${url.host} failed: ${reasonOf(error)}.`, "RequestFailed");
  }
});

function reasonOf(error: unknown): string {
  if (error instanceof ProtocolSwitchError) return error.message;
  return error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
}

async function follow(
  start: URL,
  params: HttpRequestParams,
  signal: AbortSignal,
): Promise<HttpRequestData | undefined> {
  let url = start;
  let method: string = params.method;
  let body = params.body;
  const redirects: string[] = [];
  for (;;) {
    const headers = headersFor(params, url.origin === start.origin);
    const { maxBytes, allowPrivateAddresses = false } = params;
    const answer = await exchange({ url, method, headers, body, maxBytes, allowPrivateAddresses, signal });
    const next = redirectOf(answer, url);
    if (next === undefined) return describe(url, answer, redirects);
    if (answer.status === 303 || (answer.status < 303 && method === "POST")) {
      method = method === "HEAD" ? "HEAD" : "GET";
      body = undefined;
    }
    // Only the request that was approved may change something: a redirect that repeats one is the answer.
    if (method !== "GET" && method !== "HEAD") return describe(url, answer, redirects);
    if (redirects.length >= params.maxRedirects) return undefined;
    redirects.push(next.href);
    url = next;
  }
}

function headersFor(
  { headers = {}, authorization }: HttpRequestParams,
  sameOrigin: boolean,
): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    return !reserved.has(lower) && (sameOrigin || harmless.has(lower));
  });
  return {
    ...Object.fromEntries(entries),
    ...(sameOrigin && authorization !== undefined && { authorization }),
  };
}

function redirectOf({ status, headers }: HttpAnswer, from: URL): URL | undefined {
  if (!redirectStatuses.has(status) || headers.location === undefined) return undefined;
  const url = parseUrl(headers.location, from);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  // A server does not choose as whom the next one is asked.
  url.username = "";
  url.password = "";
  return url;
}

function describe(
  url: URL,
  { status, headers, body, truncatedBy }: HttpAnswer,
  redirects: string[],
): HttpRequestData {
  const flat = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : String(value),
  ]);
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
