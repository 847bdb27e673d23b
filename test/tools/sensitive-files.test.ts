import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { registry } from "../../generated/registry.js";
import { isSensitive } from "../../tools/support/sensitive-files.js";
import { codeOf, dataOf, workbench, type Workbench } from "./workbench.js";

const secret = "kiln-secret";

/** Files that may hold credentials, and one that does not. */
function withSecrets(): Workbench {
  return workbench({
    ".env": `TOKEN=${secret}\n`,
    id_rsa: `${secret}\n`,
    "sa.key": `{"key":"${secret}"}`,
    "logo.pem": `<svg>${secret}</svg>`,
    ".ssh/config": `${secret}\n`,
    "notes.txt": "nothing\n",
  });
}

describe("a file that may hold credentials", () => {
  it.each([
    ".env",
    ".env.local",
    ".env-prod",
    "deploy/prod.env",
    "deep/.envrc",
    ".ssh",
    ".ssh/known_hosts",
    ".aws/config",
    ".docker/config.json",
    ".kube/config",
    ".config/gcloud/token",
    ".git/config",
    ".npmrc",
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".pgpass",
    ".bash_history",
    ".cargo/credentials.toml",
    "config/secrets.yml",
    "service-account-prod.json",
    "id_rsa",
    "id_ed25519_sk",
    "id_rsa.bak",
    "server.pem",
    "SERVER.KEY",
    ".Aws/config",
    "config/master.key",
    "store.p12",
    "terraform.tfstate",
  ])("is recognised by its name: %s", async (name) => {
    expect(await isSensitive(`/home/kiln/${name}`)).toBe(true);
    expect(await isSensitive(`C:\\kiln\\${name.replaceAll("/", "\\")}`)).toBe(true);
  });

  it.each([
    ".envelope",
    "src/secrets.ts",
    "src/credentials-form.tsx",
    "key.ts",
    "docs/keys.md",
    "identity.ts",
  ])("is not mistaken for a sensitive file: %s", async (name) => {
    expect(await isSensitive(`/home/kiln/${name}`)).toBe(false);
  });

  it.each([
    ["file-read", { path: ".env" }],
    ["file-read", { path: ".ssh/config" }],
    ["json-query", { path: "sa.key", query: "$.*" }],
    ["image-read", { path: "logo.pem" }],
    ["file-write", { path: "id_rsa", content: "\n", mode: "append" }],
    ["file-edit", { path: ".env", oldText: "TOKEN", newText: "TOKENS" }],
    ["file-move", { from: ".env", to: "x.txt" }],
    ["file-move", { from: ".ssh", to: "ssh" }],
    ["file-move", { from: "notes.txt", to: "id_dsa" }],
    ["content-search", { query: ".", regex: true, glob: ".env" }],
    ["content-search", { query: secret }],
    ["content-search", { query: secret, path: ".ssh" }],
    ["content-search", { query: secret, includeSensitive: true }],
  ] as const)("is not shown, changed or moved by %s without approval: %o", async (id, input) => {
    using bench = withSecrets();
    const { result } = await bench.runUnapproved(id, input);
    expect(JSON.stringify([result.data, result.message, result.error?.message])).not.toContain(secret);
    for (const name of [".env", "id_rsa", ".ssh", "notes.txt"]) expect(existsSync(bench.at(name))).toBe(true);
  });

  it("is searched when the call is approved", async () => {
    using bench = withSecrets();
    for (const regex of [true, false]) {
      const left = dataOf(await bench.run("content-search", { query: secret, regex }));
      expect(left.rows).toEqual([]);
      const found = await bench.run("content-search", {
        query: secret,
        regex,
        includeSensitive: true,
      });
      expect(found.approval).toBe("approved");
      expect(dataOf(found).rows).toHaveLength(5);
    }
  });

  it("is omitted from a diff, and named in the message, unless the call is approved", async () => {
    using bench = workbench({ "inner/.env": "old\n", "inner/[a].key": "old\n", "inner/a.txt": "old\n" });
    bench.git("init", "--quiet");
    bench.git("add", ".");
    bench.git("commit", "--quiet", "--message=first");
    for (const name of [".env", "[a].key"]) bench.write(`inner/${name}`, `${secret}\n`);
    bench.write("inner/a.txt", "new\n");
    for (const workspacePath of [bench.root, bench.at("inner")]) {
      for (const input of [{}, { from: "HEAD" }]) {
        const some = await bench.run("git-diff", input, { workspacePath });
        expect(dataOf(some).content).toContain("+new");
        expect(dataOf(some).content).not.toContain(secret);
        expect(some.result.message).toMatch(/credentials: .*\.env, .*\[a\]\.key$/);
        const all = await bench.run("git-diff", { ...input, includeSensitive: true }, { workspacePath });
        expect(all.approval).toBe("approved");
        expect(dataOf(all).content).toContain(secret);
      }
    }
    bench.git("commit", "--quiet", "--all", "--message=second");
    bench.git("mv", "inner/.env", "inner/moved.env.txt");
    const moved = dataOf(await bench.run("git-diff", { from: "HEAD", paths: ["inner/.env"] }));
    expect(moved.content).toBe("");
  });
});

describe("a path in another case, which may be the same file", () => {
  it.each([
    ["file-write", { path: ".VSCODE/tasks.json", content: "" }],
    ["file-write", { path: "ConfTest.py", content: "" }],
    ["file-write", { path: "CARGO.TOML", content: "" }],
    ["file-move", { from: "notes.txt", to: ".Ssh/config" }],
  ] as const)("needs approval for %s: %o", async (id, input) => {
    using bench = withSecrets();
    expect(codeOf(await bench.runUnapproved(id, input))).toBe("Denied");
  });
});

describe("a folder moved to where its content is executed", () => {
  it("needs approval", async () => {
    using bench = workbench({ "gh/workflows/ci.yml": "on: push\n", "hooks/pre-commit": "" });
    for (const [from, to] of [
      ["gh", ".github"],
      ["hooks", ".husky"],
      ["gh", "node_modules"],
    ] as const) {
      expect(codeOf(await bench.runUnapproved("file-move", { from, to }))).toBe("Denied");
    }
  });
});

describe("a tool below high risk that takes a path", () => {
  /** Tools that show no file content, or omit sensitive files. */
  const exempt = new Set([
    "content-search",
    "directory-list",
    "environment-info",
    "file-search",
    "git-diff",
    "git-log",
  ]);
  const asked = registry.tools.filter(({ id, metadata }) => !exempt.has(id) && metadata.risk !== "high");

  it.each(asked.map(({ id }) => id))("needs approval for a file with credentials: %s", async (id) => {
    const { contract } = (await registry.getTool(id)?.load()) ?? {};
    const missed: string[] = [];
    for (const { pointer } of contract?.spec.paths ?? []) {
      const [, name = "", isList] = pointer.split("/");
      const params = { ...contract?.spec.examples?.[0]?.params };
      params[name] = isList === undefined ? "/kiln/.env" : ["/kiln/a.txt", "/kiln/.env"];
      const rules = (await contract?.matchRules(params)) ?? [];
      if (!rules.some(({ risk, warn }) => risk === "high" && warn?.code === "sensitive_file"))
        missed.push(name);
    }
    expect(missed).toEqual([]);
  });

  it("includes the tools that read and move files", () => {
    expect(asked.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["file-read", "file-move", "json-query"]),
    );
  });
});
