import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { analyze } from "../../../generator/analyze.js";
import { defaultConfig } from "../../../generator/config.js";
import { fixManifests } from "../../../generator/fix-manifests.js";
import { nodeHost } from "../../../generator/node-host.js";
import { manifestText } from "../support/manifest.js";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolkiln-"));
  mkdirSync(join(root, "manifests"));
  writeFileSync(join(root, "manifests/good.tool.yaml"), manifestText("good"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

async function lint(): Promise<{ readonly found: readonly string[]; readonly tools: readonly string[] }> {
  const { diagnostics, models } = await analyze(nodeHost(root), defaultConfig);
  return {
    found: diagnostics.map(({ code, file }) => `${code} ${file}`),
    tools: models.map(({ spec }) => spec.id),
  };
}

function pipe(path: string): void {
  execFileSync("mkfifo", [join(root, path)]);
}

describe.skipIf(process.platform === "win32")("a special file", () => {
  it.each(["odd.tool.yaml", "_defaults.yaml"])("is reported when it is a pipe named %s", async (name) => {
    pipe(`manifests/${name}`);
    expect(await lint()).toEqual({ found: [`TK1001 manifests/${name}`], tools: ["good"] });
  });

  it("is reported when it is a folder, and the manifests inside are read", async () => {
    mkdirSync(join(root, "manifests/odd.tool.yaml"));
    writeFileSync(join(root, "manifests/odd.tool.yaml/inner.tool.yaml"), manifestText("inner"));
    expect(await lint()).toEqual({ found: ["TK1001 manifests/odd.tool.yaml"], tools: ["good", "inner"] });
  });

  it("is reported when it is a link, to a manifest or to nothing", async () => {
    symlinkSync("good.tool.yaml", join(root, "manifests/linked.tool.yaml"));
    symlinkSync("nothing", join(root, "manifests/broken.tool.yaml"));
    symlinkSync(".", join(root, "manifests/loop"));
    const { found, tools } = await lint();
    expect(found).toEqual(["TK1001 manifests/broken.tool.yaml", "TK1001 manifests/linked.tool.yaml"]);
    expect(tools).toEqual(["good"]);
  });

  it("is reported when it is a socket", async () => {
    const server = createServer().listen(join(root, "manifests/odd.tool.yaml"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(await lint()).toEqual({ found: ["TK1001 manifests/odd.tool.yaml"], tools: ["good"] });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe.skipIf(process.platform === "win32")("a reference", () => {
  beforeEach(() => {
    const schema = "schema: { properties: { value: { $ref: other.yaml, description: A value. } } }";
    const text = manifestText("pointing").replace(/^schema:[^]*$/m, schema);
    writeFileSync(join(root, "manifests/pointing.tool.yaml"), text);
  });
  const refused = {
    found: ["TK1001 manifests/other.yaml", "TK3016 manifests/pointing.tool.yaml"],
    tools: ["good"],
  };

  it("to a file is followed", async () => {
    writeFileSync(join(root, "manifests/other.yaml"), "type: string\n");
    expect(await lint()).toEqual({ found: [], tools: ["good", "pointing"] });
  });

  it("to a link is not followed, because it might leave the project", async () => {
    writeFileSync(join(root, "elsewhere.yaml"), "type: string\n");
    symlinkSync("../elsewhere.yaml", join(root, "manifests/other.yaml"));
    expect(await lint()).toEqual(refused);
  });

  it("to a pipe does not block", async () => {
    pipe("manifests/other.yaml");
    expect(await lint()).toEqual(refused);
  });

  it("to a folder is reported", async () => {
    mkdirSync(join(root, "manifests/other.yaml"));
    expect(await lint()).toEqual(refused);
  });
});

describe("a manifest that is deleted between listing and reading", () => {
  it("is reported, and the others are processed", async () => {
    const host = nodeHost(root);
    const listFiles = async (folder: string): Promise<readonly string[]> => [
      ...(await host.listFiles(folder)),
      "manifests/gone.tool.yaml",
    ];
    const { diagnostics, models } = await analyze({ ...host, listFiles }, defaultConfig);
    expect(diagnostics).toMatchObject([{ code: "TK1001", file: "manifests/gone.tool.yaml" }]);
    expect(models).toHaveLength(1);
  });
});

const canDropRights =
  process.getuid?.() === 0 && spawnSync("setpriv", ["--reuid=65534", "true"]).status === 0;

describe.skipIf(process.platform === "win32" || (process.getuid?.() === 0 && !canDropRights))(
  "a manifest that may not be read",
  () => {
    it("is reported with the reason", () => {
      const file = join(root, "manifests/secret.tool.yaml");
      writeFileSync(file, manifestText("secret"));
      chmodSync(file, 0o000);
      chmodSync(root, 0o755);
      const script = `
        import { analyze, defaultConfig, nodeHost } from "@toolkiln/generator";
        const { diagnostics, models } = await analyze(nodeHost(${JSON.stringify(root)}), defaultConfig);
        console.log(JSON.stringify([diagnostics.map(({ code, message }) => code + " " + message), models.length]));`;
      const node = [process.execPath, "--input-type=module", "-e", script];
      const command = canDropRights ? ["setpriv", "--reuid=65534", ...node] : node;
      const { stdout } = spawnSync(command[0] ?? "", command.slice(1), {
        cwd: import.meta.dirname,
        encoding: "utf8",
      });
      expect(JSON.parse(stdout)).toEqual([["TK1001 The file cannot be read: permission denied."], 1]);
    });
  },
);

describe.skipIf(process.platform === "win32")("fixing manifests", () => {
  it("keeps the permissions of a file", async () => {
    const file = join(root, "manifests/good.tool.yaml");
    writeFileSync(file, manifestText("good").replace("default: 1", 'default: "1"'));
    chmodSync(file, 0o640);
    expect((await fixManifests(nodeHost(root), defaultConfig)).fixes).toHaveLength(1);
    expect(readFileSync(file, "utf8")).toBe(manifestText("good"));
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });
});
