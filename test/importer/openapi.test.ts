import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { formatted, ImportedProject } from "./imported-project.js";

const api = `
openapi: 3.0.3
info: { title: Pet Shop API, version: "1" }
servers: [{ url: "http://{host}/v1", variables: { host: { default: 127.0.0.1:1 } } }]
security: [{ token: [] }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, description: Which pet., schema: { type: integer, format: int64, minimum: -9223372036854775808 } }
    put:
      operationId: Pets.update
      tags: [pets]
      summary: Update a pet
      description: Changes what the shop knows of a pet.
      parameters:
        - { name: id, in: query, description: Which version., schema: { type: string } }
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: X-Trace, in: header, description: A trace., schema: { type: string } }
        - { name: "filter[name]", in: query, description: A filter., style: deepObject, schema: { type: object, properties: { like: { type: string } } } }
        - { name: colors, in: query, description: Colours., explode: false, schema: { type: array, items: { type: string } } }
        - { name: sizes, in: query, description: Sizes., schema: { type: array, items: { type: integer } } }
        - { name: where, in: query, description: JSON., content: { application/json: { schema: { type: object } } } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    delete:
      tags: [pets]
      security: []
      deprecated: true
      description: Removes a pet from the shop.
      responses: { "204": { description: gone } }
  /pets/{id}/photo:
    post:
      operationId: addPhoto
      security: [{ user: [] }]
      description: Adds a photo of a pet.
      parameters: [{ name: id, in: path, required: true, description: Which pet., schema: { type: integer } }]
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { photo: { type: string, format: binary, description: The photo. }, title: { type: string, description: A title. } }, required: [photo] }
      responses: { "201": { description: ok } }
  /search:
    post:
      operationId: search
      security: [{ key: [] }]
      description: Searches for animals of any kind.
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { q: { type: string, description: Words. }, in: { type: object, description: Where., properties: { city: { type: string } } } } } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { meow: "#/components/schemas/Cat" } } } } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    user: { type: http, scheme: basic }
    key: { type: apiKey, in: query, name: api_key }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        secret: { type: string, writeOnly: true, description: A secret. }
        name: { type: string, description: Its name. }
        owner: { nullable: true, description: Who owns it., allOf: [{ $ref: "#/components/schemas/Owner" }] }
    Owner: { type: object, properties: { pets: { type: array, items: { $ref: "#/components/schemas/Pet" } }, name: { type: string } } }
    Cat: { type: object, properties: { kind: { type: string } } }
    Dog: { type: object, properties: { kind: { type: string } } }
`;

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that records requests in `seen` and responds with the status and text of `answer`. */
async function listen(answer: readonly [number, string], seen: Seen[] = []): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer[0], { "content-type": "application/json" }).end(answer[1]);
    });
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return `127.0.0.1:${port}`;
}

async function importedApi(
  answer: readonly [number, string] = [200, "{}"],
  seen: Seen[] = [],
): Promise<ImportedProject> {
  const host = await listen(answer, seen);
  const project = new ImportedProject({ "api.yaml": api.replace("127.0.0.1:1", host), "cat.png": "PNG" });
  await project.import({ kind: "openapi", location: "api.yaml" });
  return project;
}

describe("importing an OpenAPI document", () => {
  it("merges path, query, header, body and credentials into one schema with unique names", async () => {
    const project = await importedApi();
    const { schema, risk, tags, name, description, hints } = project.manifest("pets-update");
    expect({ risk, tags, name, description, hints }).toEqual({
      risk: "medium",
      tags: ["pets"],
      name: "Update a pet",
      description: "Update a pet\n\nChanges what the shop knows of a pet.\n",
      hints: { openWorld: true, idempotent: true },
    });
    expect(schema).toEqual({
      properties: {
        id: { type: "integer", description: "Which pet." },
        id_query: { type: "string", description: "Which version." },
        "X-Trace": { type: "string", description: "A trace." },
        filter_name: { type: "object", description: "A filter.", properties: { like: { type: "string" } } },
        colors: { type: "array", items: { type: "string" }, description: "Colours." },
        sizes: { type: "array", items: { type: "integer" }, description: "Sizes." },
        where: { type: "object", description: "JSON." },
        secret: { type: "string", writeOnly: true, description: "A secret." },
        name: { type: "string", description: "Its name." },
        owner: {
          description: "Who owns it.",
          anyOf: [{ allOf: [{ $ref: "shared/pet-shop.yaml#/$defs/PetShopOwnerInput" }] }, { type: "null" }],
        },
        petShopToken: {
          type: "string",
          description: "Credential of pet-shop.",
          "x-inject": "petShopToken",
          "x-sensitive": true,
        },
      },
      required: ["id", "name", "petShopToken"],
    });
  });

  it("shares one definition file, without read-only properties in inputs or write-only ones in results", async () => {
    const project = await importedApi();
    const { $defs } = parse(project.text("manifests/shared/pet-shop.yaml")) as {
      $defs: Record<string, { properties: object }>;
    };
    const properties = Object.entries($defs).map(([name, schema]) => [name, Object.keys(schema.properties)]);
    expect(Object.fromEntries(properties)).toEqual({
      PetShopOwnerInput: ["pets", "name"],
      PetShopPetInput: ["secret", "name", "owner"],
      PetShopPet: ["id", "name", "owner"],
      PetShopCat: ["kind"],
      PetShopDog: ["kind"],
    });
    expect(project.manifest("pets-update")["result"]).toMatchObject({
      data: { $ref: expect.stringMatching(/^shared\/pet-shop\.yaml#/) },
    });
    expect(project.manifest("search")["result"]).toMatchObject({
      data: {
        // A discriminator tells them apart, so both schemas may match.
        anyOf: [
          { $ref: "shared/pet-shop.yaml#/$defs/PetShopCat" },
          { $ref: "shared/pet-shop.yaml#/$defs/PetShopDog" },
        ],
      },
    });
  });

  it("derives a missing operation id from method and path", async () => {
    const project = await importedApi();
    expect(project.manifest("delete-pets-id")).toMatchObject({
      risk: "high",
      deprecated: "The API marks this operation as deprecated.",
      result: "structured",
      schema: { required: ["id"] },
    });
  });

  it("sends requests with every part in its place", async () => {
    const seen: Seen[] = [];
    const project = await importedApi([200, `{"id":1,"name":"Tom"}`], seen);
    const executor = await project.executor();
    const { result } = await executor.execute(
      "pets-update",
      {
        id: 1,
        id_query: "a b",
        "X-Trace": "t",
        filter_name: { like: "x&y" },
        colors: ["red", "blue"],
        sizes: [1, 2],
        where: { a: 1 },
        name: "Tom",
        owner: null,
      },
      { inject: { petShopToken: "secret" } },
    );
    expect(result.success && result.data).toEqual({ id: 1, name: "Tom" });
    expect(decodeURIComponent(seen[0]?.line.replaceAll("+", " ") ?? "")).toBe(
      `PUT /v1/pets/1?id=a b&filter[name][like]=x&y&colors=red,blue&sizes=1&sizes=2&where={"a":1}`,
    );
    expect(seen[0]?.headers).toMatchObject({
      authorization: "Bearer secret",
      "x-trace": "t",
      "content-type": "application/json",
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ name: "Tom", owner: null });
    await executor.execute(
      "add-photo",
      { id: 2, photo: "cat.png", title: "Cat" },
      { inject: { petShopUser: "me:pass" }, workspacePath: project.root },
    );
    expect(seen[1]?.headers.authorization).toBe(`Basic ${Buffer.from("me:pass").toString("base64")}`);
    expect(seen[1]?.body).toMatch(/name="photo"; filename="cat\.png"[^]*PNG[^]*name="title"[^]*Cat/);
    await executor.execute("search", { q: "a b", in: { city: "Rome" } }, { inject: { petShopKey: "k" } });
    expect(seen[2]).toMatchObject({ line: "POST /v1/search?api_key=k", body: "q=a+b&in%5Bcity%5D=Rome" });
    await executor.dispose();
  });

  it("returns errors of the server as failures that a model can act on", async () => {
    const project = await importedApi([404, `{"error":"no such pet"}`]);
    const executor = await project.executor();
    const { status, result } = await executor.execute("delete-pets-id", { id: 7 });
    expect(status).toBe("failed");
    expect(result.success ? undefined : result.error).toMatchObject({
      code: "NotFound",
      message: `DELETE /pets/{id} failed with status 404 Not Found: {"error":"no such pet"}`,
    });
    await executor.dispose();
  });

  it("tells approvers which request a call sends, with the parameter names of the tool", async () => {
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.1.0",
        info: { title: "Bank", version: "1" },
        servers: [{ url: "https://a.example" }],
        paths: Object.fromEntries(
          [
            "/accounts/{account id}/pages/{a}{account_id}",
            "/open{/{unknown}}/{a}",
            "/hid\u200bden\u202e/{a}",
            "/two\n lines",
          ].map((path, index) => [
            path,
            {
              put: {
                operationId: `put${index}`,
                description: "Uploads something to the server.",
                parameters: [...path.matchAll(/\{(a[^{}]*)\}/g)].map(([, name]) => ({
                  name,
                  in: "path",
                  description: "A part of the path.",
                  schema: { type: "string" },
                })),
                responses: {},
              },
            },
          ]),
        ),
      },
    });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect([0, 1, 2, 3].map((index) => project.manifest(`put${index}`)["executionSummary"])).toEqual([
      "PUT /accounts/{account_id}/pages/{a}{account_id_path}",
      "PUT /open/unknown/{a}",
      "PUT /hidden/{a}",
      "PUT /two lines",
    ]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("The text contains invisible characters; they were removed."),
    ]);
    const executor = await project.executor();
    expect(
      await executor.getExecutionSummary("put0", { account_id: "1/2", a: "x", account_id_path: "{a}" }),
    ).toBe("PUT /accounts/1/2/pages/x{a}");
    await executor.dispose();
  });

  it("sends no request whose path would lead to another operation", async () => {
    const seen: Seen[] = [];
    const host = await listen([200, "{}"], seen);
    const parameters = `parameters: [${["a", "b"].map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(", ")}]`;
    const text = `openapi: 3.1.0\ninfo: { title: Files, version: "1" }\nservers: [{ url: "http://${host}/v1" }]\npaths:\n  /x/{a}{b}/y: { delete: { operationId: remove, ${parameters}, responses: {} } }\n`;
    const project = new ImportedProject({ "api.yaml": text });
    await project.import({ kind: "openapi", location: "api.yaml" });
    const executor = await project.executor();
    for (const [a, b] of [
      ["..", ""],
      [".", "."],
      [".", ""],
      ["", ""],
    ] as const) {
      const { result } = await executor.dispatch("remove", { a, b });
      expect(result.error).toMatchObject({
        code: "InvalidPath",
        message: "DELETE /x/{a}{b}/y: a part of the path cannot be empty, `.` or `..`.",
      });
    }
    expect((await executor.dispatch("remove", { a: "%2e.", b: "/$&" })).status).toBe("completed");
    expect((await executor.dispatch("remove", { a: "...", b: "" })).status).toBe("completed");
    expect(seen.map(({ line }) => line)).toEqual(["DELETE /v1/x/%252e.%2F%24%26/y", "DELETE /v1/x/.../y"]);
    await executor.dispose();
  });

  it("imports the selected operations, and reports those beyond --max-tools", async () => {
    const names = async (options: object): Promise<string[]> => {
      const project = new ImportedProject({ "api.yaml": api });
      const { tools } = await project.import({ kind: "openapi", location: "api.yaml", ...options });
      return tools.map(({ id }) => id);
    };
    expect(await names({ include: ["pets"] })).toEqual(["pets-update", "delete-pets-id"]);
    expect(await names({ include: ["method:post"], exclude: ["search"] })).toEqual(["add-photo"]);
    expect(await names({ include: ["/pets/*"], exclude: ["tag:pets"] })).toEqual(["add-photo"]);
    const project = new ImportedProject({ "api.yaml": api });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api.yaml", maxTools: 1 });
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("TK8002 3 operations beyond --max-tools 1 were left out."),
    ]);
    await expect(
      project.import({ kind: "openapi", location: "api.yaml", include: ["nothing"] }),
    ).rejects.toThrow("None of the 4 operations");
  });

  it("writes the definitions of a second import to a separate file", async () => {
    const project = new ImportedProject({ "api.yaml": api });
    await project.import({ kind: "openapi", location: "api.yaml", include: ["search"] });
    const before = project.text("manifests/shared/pet-shop.yaml");
    await project.import({ kind: "openapi", location: "api.yaml" });
    expect(project.text("manifests/shared/pet-shop.yaml")).toBe(before);
    expect(project.text("manifests/pets-update.tool.yaml")).toContain(
      "shared/pet-shop-2.yaml#/$defs/PetShop2Pet",
    );
  });
});

describe("importing other versions and formats of OpenAPI", () => {
  it("reads 2.0: host, form fields, files, lists joined by commas", async () => {
    const project = new ImportedProject({
      "swagger.json": {
        swagger: "2.0",
        info: { title: "Old", version: "1" },
        host: "old.example.com",
        basePath: "/v2",
        consumes: ["application/json"],
        securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
        paths: {
          "/a": {
            post: {
              operationId: "upload",
              description: "Uploads a file to the server.",
              security: [{ key: [] }],
              parameters: [
                {
                  name: "ids",
                  in: "query",
                  type: "array",
                  items: { type: "integer" },
                  maxItems: 3,
                  description: "Ids.",
                },
                { name: "file", in: "formData", type: "file", required: true, description: "A file." },
                { name: "note", in: "formData", type: "string", maxLength: 5, description: "A note." },
              ],
              responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Answer" } } },
            },
          },
        },
        definitions: { Answer: { type: "object", properties: { ok: { type: "boolean" } } } },
      },
    });
    const { tools } = await project.import({ kind: "openapi", location: "swagger.json" });
    // Models do not see the credential.
    expect(tools).toMatchObject([{ id: "upload", parameters: 3 }]);
    expect(project.manifest("upload")["schema"]).toMatchObject({
      properties: {
        ids: { type: "array", items: { type: "integer" }, maxItems: 3 },
        file: { type: "string", "x-path": { within: "workspace", exists: true, kind: "file" } },
        note: { type: "string", maxLength: 5 },
      },
      required: ["file", "oldKey"],
    });
    expect(project.text("tools/upload.ts")).toMatch(/ids: \{\s+in: "query",\s+style: "comma"\s+\}/);
    expect(project.text("tools/support/old.ts")).toContain(
      `process.env["OLD_URL"] ?? "https://old.example.com/v2"`,
    );
  });

  it("reads 3.2: the method QUERY and additional operations", async () => {
    const operation = { description: "Looks for something on the server.", responses: {} };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.2.0",
        info: { title: "New", version: "1" },
        servers: [{ url: "https://new.example.com" }],
        paths: {
          "/a": { query: operation, additionalOperations: { LINK: { ...operation, operationId: "link" } } },
        },
      },
    });
    const { tools } = await project.import({ kind: "openapi", location: "api.json" });
    expect(tools.map(({ id, risk }) => [id, risk])).toEqual([
      ["query-a", "safe"],
      ["link", "medium"],
    ]);
  });

  it("follows references to other files in the folder of the document", async () => {
    const project = new ImportedProject({
      "api/api.yaml": `openapi: 3.1.0
info: { title: Split, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a: { $ref: "paths/a.yaml" }
`,
      "api/paths/a.yaml": `get:
  operationId: readA
  description: Reads a thing of the server.
  parameters: [{ $ref: "../shared.json#/limit" }]
  responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "../thing.yaml" } } } } }
`,
      "api/shared.json": { limit: { name: "limit", in: "query", schema: { type: "integer", pattern: 1 } } },
      "api/thing.yaml": `type: object\nproperties: { next: { $ref: "thing.yaml" }, owner: { $ref: "#/$defs/Owner" } }\n$defs: { Owner: { type: string } }\n`,
    });
    const location = "api/api.yaml";
    const { diagnostics } = await project.import({ kind: "openapi", location, results: "full" });
    expect(diagnostics).toMatchObject([{ file: "api/shared.json", range: { start: { line: 5 } } }]);
    expect(project.manifest("read-a")).toMatchObject({
      schema: { properties: { limit: { type: "integer" } } },
      result: { data: { $ref: "shared/split.yaml#/$defs/SplitThing" } },
    });
    expect(parse(project.text("manifests/shared/split.yaml"))).toMatchObject({
      $defs: {
        SplitThing: {
          properties: { next: { $ref: "#/$defs/SplitThing" }, owner: { $ref: "#/$defs/SplitOwner" } },
        },
        SplitOwner: { type: "string" },
      },
    });
  });

  it("keeps references to a definition file with an unrelated error", async () => {
    const body = { type: "object", properties: { large: { $ref: "#/components/schemas/Large" } } };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.0.0",
        info: { title: "Two files" },
        servers: [{ url: "https://a.example" }],
        paths: {
          "/a": {
            post: {
              operationId: "send",
              description: "Sends something to the server.",
              requestBody: { required: true, content: { "application/json": { schema: body } } },
              responses: {},
            },
          },
        },
        components: {
          schemas: {
            Large: {
              type: "object",
              description: "More than fits into one file. ".repeat(6_000),
              properties: { number: { $ref: "#/components/schemas/Numbered" } },
            },
            Numbered: {
              type: "object",
              properties: { n: { type: "number", default: 2 ** 60 } },
            },
          },
        },
      },
    });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(/would be rounded.* `default` was dropped\.$/),
    ]);
    expect(parse(project.text("manifests/shared/two-files.yaml"))).toMatchObject({
      $defs: {
        TwoFilesLargeInput: {
          properties: { number: { $ref: "two-files-part-2.yaml#/$defs/TwoFilesNumberedInput" } },
        },
      },
    });
  });

  it("accepts anything where a parameter references too many definitions, and reports it", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `Step${index}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/Step${index + 1}` } } },
      ]),
    );
    const body = { type: "object", properties: { first: { $ref: "#/components/schemas/Step0" } } };
    const operation = {
      operationId: "send",
      description: "Sends something to the server.",
      requestBody: { required: true, content: { "application/json": { schema: body } } },
      responses: {},
    };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.0.0",
        info: { title: "Chain" },
        servers: [{ url: "https://a.example" }],
        paths: { "/a": { post: operation } },
        components: { schemas: { ...schemas, Step3000: { type: "string" } } },
      },
    });
    const { tools, diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(tools.map(({ status }) => status)).toEqual(["new"]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("`Step1` references too many definitions, so anything is accepted here."),
    ]);
  });

  it("reads exclusive bounds that are booleans", async () => {
    const schema = {
      type: "number",
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 9,
      exclusiveMaximum: false,
    };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.0.0",
        info: { title: "Bounds" },
        servers: [{ url: "https://a.example" }],
        paths: {
          "/a": {
            get: {
              operationId: "read",
              description: "Reads something of the server.",
              parameters: [{ name: "limit", in: "query", description: "How many.", schema }],
              responses: {},
            },
          },
        },
      },
    });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(diagnostics).toEqual([]);
    expect(project.manifest("read")["schema"]).toEqual({
      properties: { limit: { type: "number", exclusiveMinimum: 0, maximum: 9, description: "How many." } },
    });
  });

  it("reads no files outside the folder of the document", async () => {
    const project = new ImportedProject({
      "api/api.yaml": `openapi: 3.1.0\ninfo: { title: Split, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /a:\n    get: { operationId: readA, description: Reads a thing of the server., parameters: [{ $ref: "../shared.yaml#/limit" }], responses: {} }\n`,
      "shared.yaml": `limit: { name: limit, in: query, description: How many., schema: { type: integer } }\n`,
    });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api/api.yaml" });
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("`../shared.yaml#/limit` is not a file in the folder of the document"),
    ]);
    expect(project.manifest("read-a")["schema"]).toBeUndefined();
  });

  it("reports unsupported features at their location", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a"],
    };
    const operation = {
      operationId: "send",
      description: "Sends something to the server.",
      servers: [{ url: "https://other.example" }],
      security: [{ certificate: [] }],
      parameters: [
        { name: "id", in: "path", required: true, style: "matrix", schema: { type: "string" } },
        { name: "whole", in: "querystring", content: {} },
      ],
      requestBody: { content: { "application/json": { schema } } },
      responses: {},
    };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.2.0",
        info: { title: "Lossy" },
        servers: [{ url: "https://a.example" }],
        paths: { "/a/{id}": { post: operation } },
        components: { securitySchemes: { certificate: { type: "mutualTLS" } } },
      },
    });
    const { diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(formatted(diagnostics).map((line) => line.slice(0, 60))).toEqual([
      "16:20 TK8001 The `servers` of a path or operation are ignore",
      "21:21 TK8001 The security scheme `certificate` is not suppor",
      "27:11 TK8001 The style `matrix` is not supported; the value ",
      "36:11 TK8001 The parameter `whole` is in `querystring`, whic",
      "42:24 TK8001 The body is optional, so `a` may be left out ev",
    ]);
  });

  it("rejects documents that are not OpenAPI or have no operations", async () => {
    const project = new ImportedProject({
      "package.json": { name: "x" },
      "empty.json": { openapi: "3.0.0", paths: {} },
    });
    await expect(project.import({ kind: "openapi", location: "package.json" })).rejects.toThrow(
      "`openapi` or `swagger` is missing",
    );
    await expect(project.import({ kind: "openapi", location: "empty.json" })).rejects.toThrow(
      "The document has no operations under `paths`.",
    );
  });

  it("drops tags and summaries that lint rejects instead of the tool", async () => {
    const operation = {
      operationId: "read",
      description: "Reads a thing of the server.",
      tags: ["a\u200db"],
    };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.0.0",
        info: { title: "Joined" },
        servers: [{ url: "https://a.example" }],
        paths: { "/a\u200db": { get: { ...operation, responses: {} } } },
      },
    });
    const { tools, diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(tools.map(({ status }) => status)).toEqual(["new"]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(/TK8001 The text contains .*U\+200D.*\. `tags` was dropped\.$/),
      expect.stringMatching(/TK8001 The text contains .*U\+200D.*\. `executionSummary` was dropped\.$/),
    ]);
    expect(project.manifest("read")).not.toHaveProperty("tags");
  });

  it("resolves the server's URL, and reports one that is not absolute", async () => {
    for (const [url, expected] of [
      ["v1/", "http://localhost/v1"],
      ["/v1", "http://localhost/v1"],
      ["//[", "http://localhost"],
    ] as const) {
      const get = { operationId: "read", description: "Reads a thing of the server.", responses: {} };
      const project = new ImportedProject({
        "api.json": {
          openapi: "3.0.0",
          info: { title: "Local" },
          servers: [{ url }],
          paths: { "/a": { get } },
        },
      });
      const { diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
      expect(formatted(diagnostics)).toEqual([
        expect.stringContaining(`no absolute server URL: requests go to ${expected}.`),
      ]);
      expect(project.text("tools/support/local.ts")).toContain(`?? "${expected}"`);
    }
  });

  it("writes nothing outside the folder for hostile operation ids, and accepts circular references", async () => {
    const paths = {
      "/a": {
        get: {
          operationId: "../../../etc/passwd",
          description: "Reads a thing of the server.",
          responses: {},
        },
      },
      "/b": {
        get: {
          operationId: "x`;process.exit()//${1}\n",
          description: "Reads a thing of the server.",
          responses: {},
        },
      },
      '/c"};process.exit();//': {
        get: { description: "Reads a thing of the server.", parameters: [{ $ref: "#/p/a" }], responses: {} },
      },
    };
    const p = { a: { $ref: "#/p/b" }, b: { $ref: "#/p/a" } };
    const project = new ImportedProject({
      "api.json": {
        openapi: "3.0.0",
        info: { title: `../../evil ${"1".repeat(500_000)}` },
        servers: [{ url: "https://a.example" }],
        paths,
        p,
      },
    });
    const { files, diagnostics } = await project.import({ kind: "openapi", location: "api.json" });
    expect(
      files
        .map(({ path }) => path)
        .filter((path) => !/^(manifests|tools)\/(support\/)?[a-z0-9.-]+$/.test(path)),
    ).toEqual([]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("The references form a cycle, so the value"),
    ]);
    const executor = await project.executor();
    expect(executor.registry.tools.length).toBe(3);
    await executor.dispose();
  });
});
