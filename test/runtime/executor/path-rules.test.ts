import { mkdtemp, mkdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, ToolExecutor, ToolRegistry, type PathPolicy } from "@toolkiln/runtime";
import type { RuleSpec } from "@toolkiln/runtime/vocabulary";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeExecutor, makeTool } from "./fixtures.js";

let folder = "";
let workspacePath = "";
let linked = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "toolkiln-rules-")));
  workspacePath = join(folder, "workspace");
  linked = join(folder, "linked");
  await mkdir(join(workspacePath, "secrets"), { recursive: true });
  await mkdir(join(workspacePath, "data"));
  await mkdir(join(folder, "secrets"));
  await writeFile(join(workspacePath, ".env"), "");
  await symlink(".env", join(workspacePath, "readme.txt"));
  await symlink("data", join(workspacePath, "vault"));
  await symlink(workspacePath, linked);
});
afterAll(() => rm(folder, { recursive: true }));

/** A tool with one rule of high risk for each condition. */
function tool(
  conditions: readonly ((path: string) => boolean)[],
  within: "workspace" | "anywhere" = "workspace",
) {
  const rules: readonly RuleSpec[] = conditions.map(() => ({ when: {}, risk: "high" }));
  return makeTool("open", () => 1, {
    paths: [{ pointer: "/path", within }],
    rules,
    executionSummary: "Open {path}",
    matchRules: (params) =>
      conditions.map((condition) => condition(String(Reflect.get(Object(params), "path")))),
  });
}

const paths = new WorkspacePathPolicy();

/** The risk and summary of a call without running it, and the outcome of preparing it. */
async function asked(opened: ReturnType<typeof tool>, path: string, root = workspacePath) {
  const executor = makeExecutor([opened], { paths });
  const options = { workspacePath: root };
  const prepared = await executor.prepare("open", { path }, options);
  return {
    risk: await executor.getEffectiveRiskLevel("open", { path }, options),
    summary: await executor.getExecutionSummary("open", { path }, options),
    request:
      prepared.status === "approvalRequired"
        ? { risk: prepared.request.risk, summary: prepared.request.summary }
        : prepared.status,
  };
}

const inSecrets = (path: string): boolean => path.startsWith("secrets/");
const inData = (path: string): boolean => path.includes("/data/");

describe("a rule on a path", () => {
  it.each([
    ["a folder of the workspace", inSecrets, "secrets/key"],
    ["a folder whose path contains `..`", inSecrets, "./data/../secrets/key"],
    ["a file name", (path: string) => path === ".env", ".env"],
    ["a file name in another case", (path: string) => path === ".env.x", ".ENV.X"],
    ["a file name with compatibility characters", (path: string) => path === ".ssh", ".s\u{17F}h"],
    ["the target of a link", (path: string) => path === ".env", "readme.txt"],
    ["a link by its own name", (path: string) => path.startsWith("vault/"), "vault/x"],
    ["a part of the canonical path", (path: string) => path.includes("/secrets/"), "secrets/key"],
    ["the workspace itself", (path: string) => path === ".", "data/.."],
  ])("matches %s", async (_, condition, path) => {
    const { risk, request } = await asked(tool([condition]), path);
    expect(risk).toBe("high");
    expect(request).toMatchObject({ risk: "high" });
  });

  it("matches in a workspace that is named by a link, and by an absolute path", async () => {
    expect((await asked(tool([inSecrets]), "data/../secrets/key", linked)).risk).toBe("high");
    expect((await asked(tool([inSecrets]), join(linked, "secrets/key"), linked)).risk).toBe("high");
    expect((await asked(tool([inSecrets], "anywhere"), join(linked, "secrets/key"), linked)).risk).toBe(
      "high",
    );
  });

  it("warns in the manifest's order, whichever form of the path it matches", async () => {
    const conditions = [(path: string) => path === "vault/x", inData, (path: string) => path === "/"];
    const warn = (code: string): RuleSpec => ({ when: {}, warn: { code, message: code } });
    const warning = makeTool("open", () => 1, {
      paths: [{ pointer: "/path", within: "workspace" }],
      rules: ["written", "canonical", "never"].map(warn),
      matchRules: (params) =>
        conditions.map((condition) => condition(String(Reflect.get(Object(params), "path")))),
    });
    const executor = makeExecutor([warning], { paths });
    const { warnings } = await executor.validate("open", { path: "vault/x" }, { workspacePath });
    expect(warnings.map(({ warningCode }) => warningCode)).toEqual(["written", "canonical"]);
  });

  it("sees the absolute path of a file outside the workspace", async () => {
    const outside = join(folder, "secrets/key");
    expect((await asked(tool([inSecrets], "anywhere"), outside)).risk).toBe("safe");
    expect((await asked(tool([(path) => path === outside], "anywhere"), "../secrets/key")).risk).toBe("high");
  });

  it("does not match when no form of the path matches", async () => {
    expect(await asked(tool([inSecrets]), "data/secrets")).toEqual({
      risk: "safe",
      summary: "Open data/secrets",
      request: "ready",
    });
  });

  it("gets paths relative to the workspace, also from a policy that returns only absolute paths", async () => {
    const policy: PathPolicy = { resolve: async (path) => ({ ok: true, path: `/root/${path}` }) };
    const executor = makeExecutor([tool([(path) => path === "a"])], { paths: policy });
    expect(await executor.getEffectiveRiskLevel("open", { path: "a" }, { workspacePath: "/root" })).toBe(
      "high",
    );
  });
});

describe("inspecting a call", () => {
  it("returns the same risk and warnings as the call", async () => {
    const { risk, summary, request } = await asked(tool([(path) => path === ".env"]), "readme.txt");
    expect(summary).toBe("Open .env");
    expect(request).toEqual({ risk, summary });
  });

  it("uses the path as written when it cannot be resolved", async () => {
    const executor = makeExecutor([tool([inSecrets])], { paths });
    expect(await executor.getEffectiveRiskLevel("open", { path: "secrets/key" })).toBe("high");
    expect(await executor.getExecutionSummary("open", { path: "secrets/key" })).toBe("Open secrets/key");
  });
});

describe("a path that is sensitive", () => {
  it("is not shown when it is rejected", async () => {
    const recorded: unknown[] = [];
    const log = (message: string): number => recorded.push(message);
    const hidden = makeTool("open", () => 1, {
      paths: [{ pointer: "/files/*", within: "workspace" }],
      sensitive: ["/files"],
    });
    const executor = makeExecutor([hidden], {
      paths,
      logParameters: true,
      logger: { debug: log, info: log, warn: log, error: log },
      audit: (record) => recorded.push(record),
    });
    const input = { files: ["/home/hunter2"] };
    const { status, result } = await executor.execute("open", input, { workspacePath });
    const validation = await executor.validate("open", input, { workspacePath });
    expect(status).toBe("invalid");
    expect(result.error?.message).toContain("The path cannot be used.");
    expect(validation.errors).toMatchObject([
      { parameterName: "/files/0", errorCode: "path_outside_workspace" },
    ]);
    expect(JSON.stringify([result, validation, recorded])).not.toContain("hunter2");
  });
});

describe("parameters that a schema created", () => {
  const run = async (params: z.ZodType<{ readonly path: string }>) => {
    const opened = defineTool({
      id: "open",
      input: params,
      inputSchema: { properties: { path: { type: "string", "x-path": {} } } },
      run: ({ path }) => path,
    });
    const executor = new ToolExecutor(ToolRegistry.of(opened), { paths });
    return (await executor.execute("open", { path: "data" }, { workspacePath })).result;
  };
  const input = z.object({ path: z.string() });

  it("contain the canonical path even when they were frozen", async () => {
    expect(await run(input.readonly())).toMatchObject({ data: join(workspacePath, "data") });
  });

  it("fail the call when the path cannot be set in them", async () => {
    class Opened {
      readonly path: string;
      constructor(path: string) {
        this.path = path;
        Object.freeze(this);
      }
    }
    const result = await run(input.transform(({ path }) => new Opened(path)));
    expect(result.success).toBe(false);
  });
});
