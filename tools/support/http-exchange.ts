import { lookup } from "node:dns";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { HttpRequestParams } from "../../generated/tools/http-request.js";
import { FailureError } from "./failure-error.js";

/** One request and the limits of its response. */
interface HttpExchange extends Pick<HttpRequestParams, "maxBytes" | "allowPrivateAddresses"> {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** The response of a server. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /**
   * Why the body may be incomplete: it reached the limit, or the server declared no length and closed the connection, which
   * looks the same for complete and truncated bodies.
   */
  readonly truncatedBy?: "limit" | "connection";
}

/** Sends one request and reads the response up to the limit; follows no redirect. */
export async function exchange(options: HttpExchange): Promise<HttpResponse> {
  const { url, method, headers, body, signal, allowPrivateAddresses = false } = options;
  if (!allowPrivateAddresses) checkLiteralHost(url.hostname);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const failures: Error[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      signal,
      agent: false,
      // Connects to the checked address, so that a second lookup cannot return another one (DNS rebinding).
      ...(!allowPrivateAddresses && { lookup: publicLookup }),
    });
    const switched = new FailureError(`${url.host} switched to another protocol.`, "RequestFailed");
    request.once("response", (incoming) => {
      if (incoming.statusCode === 101) request.destroy(switched);
      else resolve(incoming);
    });
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(switched);
    });
    request.on("error", (error) => {
      failures.push(error);
      reject(error);
    });
    // Settles the promise when the connection ends in any other way.
    request.once("close", () => reject(new Error("The connection was closed.")));
    // Node declares no length for the body of a GET or DELETE, so a server would take it for another request.
    if (body) request.setHeader("content-length", Buffer.byteLength(body));
    request.end(body);
  });
  const result = await readBody(response, options);
  // Node treats a body without a declared length as complete even when the connection was reset.
  if (result.truncatedBy === "connection" && failures[0] !== undefined) throw failures[0];
  return result;
}

async function readBody(
  response: IncomingMessage,
  { maxBytes, method }: HttpExchange,
): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  response.destroy();
  const { statusCode: status = 0, headers } = response;
  const isDelimited =
    method === "HEAD" ||
    status === 204 ||
    status === 304 ||
    headers["content-length"] !== undefined ||
    headers["transfer-encoding"] !== undefined;
  const truncatedBy = size > maxBytes ? "limit" : isDelimited ? undefined : "connection";
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { status, headers, body, ...(truncatedBy !== undefined && { truncatedBy }) };
}

/** Whether an address is public: not private, loopback, link-local, reserved, or mapped to such an address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // The host of a virtual machine in Azure has a public address, but serves the machine's secrets like a link-local one.
  if (parsed.range() !== "unicast" || parsed.toString() === "168.63.129.16") return false;
  // Only 2000::/3 is allocated; `::7f00:1`, for example, embeds an IPv4 address. 6to4 and Teredo, inside that range, embed
  // another address as well.
  return parsed.kind() === "ipv4" || /^(?!2002:|2001:0?:)[23][\da-f]{3}:/.test(parsed.toString());
}

/** Throws when a literal address is not public; names are checked when they are looked up. */
function checkLiteralHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notAllowed(host);
}

/** A DNS lookup that fails when any address of the name is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error === null ? addresses : [];
    const blocked = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error !== null) callback(error, "", 0);
    else if (blocked !== undefined || first === undefined) callback(notAllowed(hostname), "", 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(host: string): FailureError {
  return new FailureError(`'${host}' is not a public address.`, "AddressNotAllowed");
}
