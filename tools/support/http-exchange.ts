import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { checkLiteralHost, publicLookup } from "./public-address.js";

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
  readonly truncated: boolean;
}

/** Sends one request and reads its answer up to the limit; follows no redirect. */
export async function exchange(options: HttpExchange): Promise<HttpAnswer> {
  const { url, method, headers, body, signal } = options;
  if (!options.allowPrivateAddresses) checkLiteralHost(url.hostname);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      signal,
      agent: false,
      // The address that was checked is the one that is connected to.
      ...(options.allowPrivateAddresses ? {} : { lookup: publicLookup }),
    });
    request.once("response", resolve);
    request.once("error", reject);
    request.end(body);
  });
  return readBody(response, options.maxBytes);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  response.destroy();
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { status: response.statusCode ?? 0, headers: response.headers, body, truncated: size > maxBytes };
}
