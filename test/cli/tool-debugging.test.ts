import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { earlierClient } from "../mcp/clients.js";
import { startHttp } from "../mcp/command-server.js";
import { project, toolkiln, type CommandOutcome } from "./command-line.js";

let cwd: string;

const quote = `id: order-quote
description: Quote an order, for tests of what the command reports to its author.
category: custom
risk: safe
renamedFrom: [quote-order]
schema:
  $defs:
    speed: { enum: [slow, fast] }
  properties:
    item: { type: string, description: What is ordered. }
    speed: { $ref: "#/$defs/speed", description: How fast. }
    tags: { type: array, items: { type: string }, description: Any words. }
    tenant: { type: string, description: Whose order it is., x-inject: tenantId }
    delivery:
      description: How it gets there.
      oneOf:
        - type: object
          properties:
            method: { const: courier, description: By car. }
            speed: { $ref: "#/$defs/speed", description: How fast. }
            note: { type: string, description: What else there is to know. }
          required: [method, speed]
        - type: object
          properties: { method: { const: pickup, description: On foot. } }
          required: [method]
    lines:
      type: array
      description: What is ordered, line by line.
      items:
        type: object
        properties:
          sku: { type: string, description: The article. }
          amount: { type: integer, minimum: 1, description: How many. }
        required: [sku, amount]
  required: [item, tenant]
result: structured
tests:
  - { title: quotes, params: { item: a }, inject: { tenantId: x }, expect: { data: { tenant: x } } }
`;

const simple = (id: string): string =>
  `id: ${id}\ndescription: A tool that is made for tests of the command line.\ncategory: custom\nrisk: safe\nresult: structured\ntests:\n  - { title: runs, params: {} }\n`;

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/order-quote.tool.yaml": quote,
    "manifests/unwritten.tool.yaml": simple("unwritten"),
    "manifests/mistyped.tool.yaml": simple("mistyped"),
    "manifests/failing.tool.yaml": simple("failing"),
    "tools/order-quote.ts": `import { orderQuote } from "../generated/tools/order-quote.js";\nexport const tool = orderQuote.implement(async (params) => params);`,
    "tools/mistyped.ts": `import { mistyped } from "../generated/tools/mistyped.js";\n\nexport const tool = mistyped.implement(async () => { return ; ) });`,
    "tools/failing.ts": `import { failing } from "../generated/tools/failing.js";

function fail(): never {
  throw new Error("no luck", { cause: new TypeError("the reason") });
}

export const tool = failing.implement(async () => fail());
`,
  });
  const { code, stderr } = toolkiln(["generate", "--quiet"], { cwd });
  if (code !== 0) throw new Error(stderr);
});

function run(...args: string[]): CommandOutcome {
  return toolkiln(["run", ...args], { cwd });
}

describe("injected values", () => {
  it("are supplied with --inject, and missing ones are named", () => {
    const given = run("order-quote", "--item", "a", "--inject", `{"tenantId":"x"}`, "--json");
    expect(JSON.parse(given.stdout)).toMatchObject({ result: { data: { item: "a", tenant: "x" } } });
    const { code, stderr } = run("order-quote", "--item", "a");
    expect(code).toBe(2);
    expect(stderr).toContain("The application did not supply 'tenantId'");
  });

  it("are listed in the help of their tool", () => {
    const { stdout } = run("order-quote", "--help");
    expect(stdout).toContain(`with --inject '{"tenantId":…}'`);
    expect(stdout).toMatch(/tenantId +for the parameter `tenant` \(required\)/);
    expect(run("failing", "--help").stdout).not.toContain("Supplied by the application");
  });

  it("reach the tools that are served over MCP", async () => {
    writeFileSync(join(cwd, "inject.json"), `{ "tenantId": "served" }`);
    const server = await startHttp(["--cwd", cwd, "--inject", "@inject.json"]);
    const client = await earlierClient.connect({ url: server.url });
    const { structuredContent } = await client.call("order-quote", { item: "a" });
    expect(structuredContent).toEqual({ item: "a", tenant: "served" });
    await client.close();
    await server.stop();
  });

  it("are not read from the standard input that an MCP client uses", () => {
    const { code, stderr } = toolkiln(["mcp", "--inject", "-"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("pass @file")]);
  });
});

describe("the help of a tool", () => {
  it("shows the choices of referenced schemas", () => {
    const { stdout } = run("order-quote", "--help");
    expect(stdout).toContain("--speed <slow|fast>");
  });
});

describe("an implementation that is missing or cannot be loaded", () => {
  it("is reported with the same message as in check if it is missing", () => {
    const { code, stderr } = run("unwritten");
    expect(code).toBe(5);
    const help = "Export `tool` from tools/unwritten.ts; `toolkiln new unwritten` creates the file.";
    expect(stderr).toContain(`The tool \`unwritten\` has no implementation. ${help}`);
    const checked = toolkiln(["check"], { cwd }).stderr;
    expect(checked).toContain("The tool `unwritten` has no implementation.");
    expect(checked).toContain(help);
    expect(toolkiln(["test", "unwritten"], { cwd }).stderr).toContain("`unwritten` has no implementation");
  });

  it("is reported with file and line of the error", () => {
    const { code, stderr } = run("mistyped");
    expect(code).toBe(5);
    expect(stderr).toMatch(/tools\/mistyped\.ts cannot be loaded: .*\n.*tools\/mistyped\.ts:3:\d+/);
    expect(stderr).not.toContain(cwd);
  });

  it("is logged by the MCP server, but not sent to the client", async () => {
    const errors: string[] = [];
    const server = await startHttp(["--cwd", cwd], {}, (text) => errors.push(text));
    const client = await earlierClient.connect({ url: server.url });
    const { isError, content } = await client.call("mistyped", {});
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).not.toContain(cwd);
    await client.close();
    await server.stop();
    expect(errors.join("")).toContain("tools/mistyped.ts cannot be loaded");
  });

  it("is reported as JSON with --json", () => {
    expect(JSON.parse(run("unwritten", "--json").stdout)).toMatchObject({
      status: "unavailable",
      result: { error: { message: expect.stringContaining("`unwritten` has no implementation") as string } },
    });
  });
});

describe("--verbose", () => {
  it.each([[[]], [["--json"]]])("shows where a tool threw, with %j", (flags) => {
    const { stdout, stderr } = run("failing", "--verbose", ...flags);
    expect(stderr).toMatch(/Error: no luck\n +at fail \(\S+tools\/failing\.ts:4:\d+\)/);
    expect(stderr).toContain("[cause]: TypeError: the reason");
    expect(stdout).not.toContain("failing.ts");
    expect(run("failing", ...flags).stderr).not.toContain("failing.ts");
  });
});

it("test --verbose shows where a tool threw", () => {
  expect(toolkiln(["test", "failing", "--verbose"], { cwd }).stderr).toMatch(/at fail \(\S+failing\.ts:4:/);
  expect(toolkiln(["test", "failing"], { cwd }).stderr).not.toContain("failing.ts");
});

describe("a tool that was renamed", () => {
  it.each(["quote-order", "quote_order"])("still runs under its old name %s", (name) => {
    const words = ["run", name, "--item", "a", "--inject", `{"tenantId":"x"}`, "--json"];
    expect(JSON.parse(toolkiln(words, { cwd }).stdout)).toMatchObject({
      toolId: "order-quote",
      status: "completed",
    });
  });

  it("is found by its old id", () => {
    const { code, stdout, stderr } = toolkiln(["show", "quote-order"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("id: order-quote");
    expect(stderr).toContain("`quote-order` was renamed to `order-quote`.");
    const { stdout: json } = toolkiln(["show", "quote-order", "--json"], { cwd });
    expect(JSON.parse(json)).toMatchObject({ id: "order-quote" });
    expect(toolkiln(["test", "quote-order"], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("1 test passed"),
    });
  });
});
