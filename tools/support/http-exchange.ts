import { lookup } from "node:dns";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** One request and the limits of its answer. */
export interface HttpExchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly maxBytes: number;
  readonly allowPrivateAddresses: boolean;
  readonly signal: AbortSignal;
}

/** What a server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /**
   * Why a part of the body is missing or may be missing: the limit was reached, or the server did not declare the length
   * and closed the connection, which looks the same whether the body was complete or not.
   */
  readonly truncatedBy?: "limit" | "connection";
}

/** The server does not answer in HTTP any more. */
export class ProtocolSwitchError extends Error {
  override readonly name = "ProtocolSwitchError";
}

/** Sends one request and reads its answer up to the limit; follows no redirect. */
export async function exchange(options: HttpExchange): Promise<HttpAnswer> {
  const { url, method, headers, body, signal } = options;
  if (!options.allowPrivateAddresses) checkLiteralHost(url.hostname);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const failures: Error[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      signal,
      agent: false,
      // The address that was checked is the one that is connected to.
      ...(options.allowPrivateAddresses ? {} : { lookup: publicLookup }),
    });
    const switched = new ProtocolSwitchError("the server switched to another protocol");
    request.once("response", (answer) => {
      if (answer.statusCode === 101) request.destroy(switched);
      else resolve(answer);
    });
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(switched);
    });
    request.on("error", (error) => {
      failures.push(error);
      reject(error);
    });
    // However else the connection ends, nobody waits any longer.
    request.once("close", () => reject(new Error("The connection was closed.")));
    request.end(body);
  });
  const answer = await readBody(response, options);
  // Node takes a body without a length for complete even when the connection was reset.
  if (answer.truncatedBy === "connection" && failures[0] !== undefined) throw failures[0];
  return answer;
}

async function readBody(response: IncomingMessage, { maxBytes, method }: HttpExchange): Promise<HttpAnswer> {
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

/** The address lies where a request from outside must not reach. */
export class AddressNotAllowedError extends Error {
  override readonly name = "AddressNotAllowedError";
}

/** Whether an address is one of the public internet: not private, loopback, link-local, reserved or mapped to such. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // Only 2000::/3 is given out to networks; `::7f00:1`, for one, is an address of version 4 in disguise. Two ranges in it
  // carry another address inside, which would have to be judged instead.
  return parsed.kind() === "ipv4" || /^(?!2002:|2001:0?:)[23][\da-f]{3}:/.test(parsed.toString());
}

/** Throws when a host that is written as an address is not public; names are judged when they are looked up. */
function checkLiteralHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notAllowed(host);
}

/** A lookup for connections that refuses names behind which any address is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error === null ? addresses : [];
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error !== null) callback(error, "", 0);
    else if (hidden !== undefined || first === undefined) callback(notAllowed(hostname), "", 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(host: string): AddressNotAllowedError {
  return new AddressNotAllowedError(`'${host}' is not a public address.`);
}
