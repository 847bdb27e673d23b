/** The helper that sends the requests of imported operations, as it is written into a project. */
export const httpApiText = `import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { ToolResult, type ToolFailure, type ToolSuccess } from "@toolkiln/runtime";

// Written by \`toolkiln import openapi\` and shared by everything that it imports. It is yours: imports leave it alone.

/** How an API is reached. */
export interface HttpApiOptions {
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Where a parameter goes: \`body\` is a property of the body, \`content\` the whole body. */
type Place = "path" | "query" | "header" | "cookie" | "body" | "content";

/** The same with what is unusual about it. */
interface PlaceDetails {
  readonly in: Place;
  /** What the API calls the parameter. */
  readonly name?: string;
  /** How lists and objects are written. */
  readonly style?: "comma" | "space" | "pipe" | "tab" | "deep" | "json";
  /** What makes a credential of the value. */
  readonly scheme?: "bearer" | "basic";
  /** The value is the path of a file whose contents are sent. */
  readonly file?: true;
}

/** What a request is made of. */
export interface HttpOperation {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, Place | PlaceDetails>>;
  /** The media type of the body. */
  readonly bodyType?: string;
}

/** What a request needs to know of its call. */
interface Call {
  readonly signal: AbortSignal;
  readonly workspacePath: string | undefined;
}

/** A parameter with its value and its place. */
interface Sent extends PlaceDetails {
  readonly name: string;
  readonly value: unknown;
}

/** Makes the function that sends an API's requests. */
export function createHttpApi(options: HttpApiOptions): {
  send<Data>(params: object, call: Call, operation: HttpOperation): Promise<ToolSuccess<Data> | ToolFailure>;
} {
  return { send: (params, call, operation) => send(options, params, call, operation) };
}

async function send<Data>(
  { baseUrl, headers = {}, timeoutMs }: HttpApiOptions,
  params: object,
  call: Call,
  operation: HttpOperation,
): Promise<ToolSuccess<Data> | ToolFailure> {
  const { method, path, bodyType } = operation;
  const sent = Object.entries(params).flatMap(([name, value]): Sent[] => {
    const place = operation.parameters[name];
    if (place === undefined || value === undefined) return [];
    return [{ name, value, ...(typeof place === "string" ? { in: place } : place) }];
  });
  const at = (where: Place): Sent[] => sent.filter((one) => one.in === where);
  const body = await bodyOf([...at("body"), ...at("content")], bodyType, call);
  const cookies = at("cookie").map((one) => one.name + "=" + encodeURIComponent(plain(one.value)));
  const request: RequestInit = {
    method,
    // A credential in a header would follow a redirect to wherever it leads.
    redirect: "manual",
    headers: {
      accept: "application/json, */*;q=0.5",
      ...headers,
      ...(body !== undefined && bodyType !== undefined && !(body instanceof FormData) && { "content-type": bodyType }),
      ...Object.fromEntries(at("header").map((one) => [one.name, credential(one)])),
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]),
  };
  const line = method + " " + path;
  try {
    const response = await fetch(baseUrl + pathOf(path, at("path")) + queryOf(at("query")), request);
    const data = await dataOf(response);
    if (!response.ok) return failure(line, response, data);
    // The executor compares the data with the manifest.
    return ToolResult.succeeded(data as Data);
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof Error && error.name === "TimeoutError")
      return ToolResult.failed(line + " got no answer within " + timeoutMs + " ms.", "Timeout");
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return ToolResult.failed(line + " failed: " + cause, "RequestFailed");
  }
}

function pathOf(path: string, parameters: readonly Sent[]): string {
  return parameters.reduce((whole, { name, value }) => {
    const text = encodeURIComponent(plain(value));
    // Names of folders that a server would resolve lead to another operation.
    return whole.replaceAll("{" + name + "}", /^[.]{1,2}$/.test(text) ? text.replaceAll(".", "%2E") : text);
  }, path);
}

const separators = { comma: ",", space: " ", pipe: "|", tab: "\\t" };

function queryOf(parameters: readonly Sent[]): string {
  const query = new URLSearchParams();
  for (const { name, value, style } of parameters) {
    if (style === "json") query.append(name, JSON.stringify(value));
    else if (style === "deep") appendDeep(query, name, value);
    else if (Array.isArray(value) && style === undefined) for (const item of value) query.append(name, plain(item));
    else if (Array.isArray(value) && style !== undefined) query.append(name, value.map(plain).join(separators[style]));
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) query.append(key, plain(item));
    else query.append(name, plain(value));
  }
  const text = query.toString();
  return text === "" ? "" : "?" + text;
}

/** \`filter[name]=value\`, for forms too. */
function appendDeep(target: URLSearchParams | FormData, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) appendDeep(target, name + "[" + index + "]", item);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) appendDeep(target, name + "[" + key + "]", item);
  else target.append(name, plain(value));
}

async function bodyOf(parameters: readonly Sent[], type: string | undefined, call: Call): Promise<BodyInit | undefined> {
  if (type === undefined || parameters.length === 0) return undefined;
  const whole = parameters.find((one) => one.in === "content");
  if (whole?.file === true) return readFile(fileOf(whole, call));
  if (whole !== undefined && !/json|form/.test(type)) return plain(whole.value);
  const value = whole === undefined ? Object.fromEntries(parameters.map((one) => [one.name, one.value])) : whole.value;
  if (type.includes("urlencoded")) {
    const form = new URLSearchParams();
    for (const [name, item] of Object.entries(isObject(value) ? value : {})) appendDeep(form, name, item);
    return form;
  }
  return type.startsWith("multipart/") ? multipart(parameters, call) : JSON.stringify(value);
}

async function multipart(parameters: readonly Sent[], call: Call): Promise<FormData> {
  const form = new FormData();
  for (const one of parameters) {
    if (one.file === true) form.append(one.name, new Blob([await readFile(fileOf(one, call))]), basename(String(one.value)));
    else if (isObject(one.value) || Array.isArray(one.value)) form.append(one.name, JSON.stringify(one.value));
    else form.append(one.name, plain(one.value));
  }
  return form;
}

function fileOf({ value }: Sent, { workspacePath = "." }: Call): string {
  return resolve(workspacePath, String(value));
}

/** A value as text: lists by commas, objects as keys and values. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (isObject(value)) return Object.entries(value).flat().map(plain).join(",");
  return String(value);
}

function credential({ value, scheme }: Sent): string {
  const text = plain(value);
  if (scheme === "bearer") return "Bearer " + text;
  return scheme === "basic" ? "Basic " + Buffer.from(text).toString("base64") : text;
}

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type !== "" && !/json|text|xml|javascript|urlencoded/.test(type))
    return { mimeType: type, base64: Buffer.from(await response.arrayBuffer()).toString("base64") };
  const text = await response.text();
  if (!type.includes("json")) return text;
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

const codes: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  422: "BadRequest",
  429: "RateLimited",
};

function failure(line: string, response: Response, data: unknown): ToolFailure {
  const { status, statusText, headers } = response;
  const text = (typeof data === "string" ? data : (JSON.stringify(data) ?? "")).slice(0, 2_000);
  const target = headers.get("location");
  const more = target === null ? text : "it redirects to " + target;
  const code = codes[status] ?? (status >= 500 ? "ServerError" : target === null ? "RequestFailed" : "Redirected");
  return ToolResult.failed([line + " answered " + status + " " + statusText, more].filter((part) => part.trim() !== "").join(": "), code);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
`;
