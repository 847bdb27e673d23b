import { beforeAll, describe, expect, it } from "vitest";
import { manifest, project, toolkiln } from "../cli/command-line.js";
import { stdioCommand } from "./command-server.js";
import { LineClient } from "./line-client.js";

/** Ways in which an implementation causes an unhandled rejection; `who` selects when. */
const bodies = {
  hangs: "() => { void Promise.reject(new Error(who)); return new Promise(() => {}); }",
  later:
    "() => new Promise(() => { setTimeout(() => { void (async () => { throw new Error(who); })(); }, 20); })",
  "no-error": "() => { void Promise.reject(undefined); return new Promise(() => {}); }",
  returns:
    "() => { setTimeout(() => { void Promise.reject(new Error(who)); }, 20); return { content: who }; }",
  fine: "() => new Promise((resolve) => setTimeout(() => resolve({ content: who }), 400))",
};

let cwd = "";
beforeAll(() => {
  const ids = Object.keys(bodies);
  const nameOf = (id: string) => id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  cwd = project({
    "package.json": `{ "type": "module" }`,
    ...Object.fromEntries(ids.map((id) => [`manifests/${id}.tool.yaml`, manifest(id)])),
    ...Object.fromEntries(
      Object.entries(bodies).map(([id, body]) => [
        `tools/${id}.ts`,
        `import { ${nameOf(id)} } from "../generated/tools/${id}.js";
export const tool = ${nameOf(id)}.implement(async ({ who }) => (${body})());`,
      ]),
    ),
  });
  const { code, stderr } = toolkiln(["generate"], { cwd });
  if (code !== 0) throw new Error(stderr);
});

describe("toolkiln mcp with a tool that leaves a rejection unhandled", () => {
  it("fails only the call that caused it, logs it, and keeps serving", async () => {
    const client = await LineClient.open(stdioCommand(["--cwd", cwd]));
    client.call(1, "fine", { who: "beside it" });
    client.call(2, "hangs", { who: "first" });
    client.call(3, "later", { who: "second" });
    client.call(4, "no-error", { who: "third" });
    client.call(5, "returns", { who: "fourth" });
    for (const [id, reason] of [
      [2, "first"],
      [3, "second"],
      [4, ""],
    ] as const) {
      // prettier-ignore
      const { result } = await client.answerTo(id);
      expect(result?.["isError"]).toBe(true);
      expect(JSON.stringify(result)).toContain(reason);
    }
    for (const id of [1, 5]) expect((await client.answerTo(id)).result?.["isError"]).not.toBe(true);
    client.call(6, "fine", { who: "afterwards" });
    expect(JSON.stringify(await client.answerTo(6))).toContain("afterwards");
    for (const text of ["first", "second", "fourth"]) expect(client.stderr).toContain(text);
    client.process.stdin.end();
    expect(await client.exit).toBe(0);
  });
});

describe("a workspace", () => {
  it.each([
    ["mcp", ["mcp"]],
    ["mcp --http", ["mcp", "--http", "0"]],
    ["run", ["run", "fine", "--who", "x"]],
    ["test", ["test"]],
  ])("that does not exist or is not a folder makes %s fail at startup", (_, args) => {
    for (const [workspace, problem] of [
      ["nowhere", "does not exist"],
      ["package.json", "is not a folder"],
    ]) {
      // prettier-ignore
      const { code, stderr, stdout } = toolkiln([...args, "--workspace", workspace ?? ""], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`The workspace \\S*${workspace} ${problem}\\. .+--workspace`));
      expect(stdout).toBe("");
    }
  });
});
