import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Ajv } from "ajv";

type Json = Readonly<Record<string, unknown>>;

/** A server that checks requests against an OpenAPI document and records the errors in `wrong`. */
export class MockApi {
  readonly wrong: string[] = [];
  readonly #document: Json;
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  #server: Server | undefined;

  constructor(file: string) {
    this.#document = createRequire(import.meta.url)(file) as Json;
    this.#ajv.addSchema(this.#document, "document");
  }

  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const url = new URL(request.url ?? "/", "http://mock");
        const problem = this.#check(
          request.method ?? "",
          url,
          request.headers,
          Buffer.concat(chunks).toString(),
        );
        if (problem !== undefined) this.wrong.push(`${request.method} ${request.url}: ${problem}`);
        response
          .writeHead(problem === undefined ? 200 : 400, { "content-type": "application/json" })
          .end("null");
      });
    }).listen(0, "127.0.0.1");
    this.#server = server;
    await new Promise((resolve) => server.once("listening", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.close();
  }

  #check(
    method: string,
    url: URL,
    headers: Readonly<Record<string, unknown>>,
    body: string,
  ): string | undefined {
    const paths = this.#document["paths"] as Readonly<Record<string, Json>>;
    const found = Object.entries(paths)
      .filter(([path, item]) => item[method.toLowerCase()] !== undefined && matches(path, url.pathname))
      // If several paths match, the one with the fewest parameters wins.
      .toSorted(([a], [b]) => a.split("{").length - b.split("{").length)[0];
    if (found === undefined) return "no such operation";
    const [path, item] = found;
    const operation = item[method.toLowerCase()] as Json;
    for (const parameter of [...list(item["parameters"]), ...list(operation["parameters"])]) {
      const problem = this.#checkParameter(this.#follow(parameter), path, url, headers);
      if (problem !== undefined) return problem;
    }
    return this.#checkBody(operation, headers, body);
  }

  #checkParameter(
    parameter: Json,
    path: string,
    url: URL,
    headers: Readonly<Record<string, unknown>>,
  ): string | undefined {
    const name = String(parameter["name"]);
    const where = parameter["in"];
    const schema = this.#follow((parameter["schema"] ?? parameter) as Json);
    const values =
      where === "path"
        ? [matches(path, url.pathname)?.groups?.[groupOf(name)]]
        : where === "query"
          ? url.searchParams.getAll(name)
          : where === "header"
            ? [headers[name.toLowerCase()]]
            : undefined;
    if (values === undefined) return undefined;
    const sent = values.filter((value) => value !== undefined);
    if (parameter["required"] === true && sent.length === 0)
      return `${String(where)} parameter ${name} is missing`;
    const isNumber = schema["type"] === "integer" || schema["type"] === "number";
    const wrong = isNumber ? sent.find((value) => !Number.isFinite(Number(value))) : undefined;
    return wrong === undefined ? undefined : `${name} is not a number: ${JSON.stringify(wrong)}`;
  }

  #checkBody(operation: Json, headers: Readonly<Record<string, unknown>>, body: string): string | undefined {
    const old = list(operation["parameters"])
      .map((one) => this.#follow(one))
      .find((one) => one["in"] === "body");
    const request =
      operation["requestBody"] === undefined ? undefined : this.#follow(operation["requestBody"] as Json);
    const content = (request?.["content"] ?? {}) as Readonly<Record<string, Json>>;
    const sent = headers["content-type"];
    const type = typeof sent === "string" ? (sent.split(";")[0] ?? "") : "";
    const schema = (old?.["schema"] ?? content[type]?.["schema"]) as Json | undefined;
    if (body === "")
      return request?.["required"] === true && old === undefined && hasRequired(this.#follow(schema ?? {}))
        ? "the body is missing"
        : undefined;
    if (old === undefined && request !== undefined && content[type] === undefined)
      return `no such media type: ${type}`;
    if (schema === undefined || !type.includes("json")) return undefined;
    const validate = this.#ajv.compile(absolute(schema) as Json);
    return validate(JSON.parse(body))
      ? undefined
      : `the body is wrong: ${this.#ajv.errorsText(validate.errors)}`;
  }

  #follow(value: Json): Json {
    const reference = value["$ref"];
    if (typeof reference !== "string") return value;
    const steps = reference
      .slice(2)
      .split("/")
      .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
    return this.#follow(steps.reduce<unknown>((part, step) => (part as Json)[step], this.#document) as Json);
  }
}

function hasRequired(schema: Json): boolean {
  return Array.isArray(schema["required"]) && schema["required"].length > 0;
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function groupOf(name: string): string {
  return `p${Buffer.from(name).toString("hex")}`;
}

/** The values of a path's parameters; null if the path does not match. */
function matches(path: string, pathname: string): RegExpExecArray | null {
  const parts = path
    .split(/\{([^{}]+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`) : `(?<${groupOf(part)}>[^/]*)`,
    );
  return new RegExp(`^(?:/[^{}]*?)?${parts.join("")}/?$`).exec(pathname);
}

/** Makes local references absolute, so that they resolve when a schema is compiled outside its document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" && inner.startsWith("#")
        ? `document${inner}`
        : absolute(inner),
    ]),
  );
}
