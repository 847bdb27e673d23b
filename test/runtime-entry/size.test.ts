import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSource } from "./bundle-source.js";

const run = promisify(execFile);

/** Bytes; `entry` is the whole main entry, with the parts that load on first use. */
const limits = { entry: 30_720, install: 1_500_000 };

describe("the size of @toolkiln/runtime", () => {
  it("stays within its limit for the main entry, minified and gzipped", async () => {
    const entry = gzipSync(await bundleSource("../../runtime/index.ts", true), { level: 9 }).length;
    process.stdout.write(`main entry of @toolkiln/runtime, minified and gzipped: ${entry} bytes\n`);
    expect(entry).toBeLessThanOrEqual(limits.entry);
  });

  describe("installed for production", () => {
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "toolkiln-install-"));
      const { stdout } = await npm("pack", "--workspace", "runtime", "--json", "--pack-destination", folder);
      const [{ filename = "" } = {}] = JSON.parse(stdout) as { filename?: string }[];
      await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
      await npm(
        "install",
        "--prefix",
        folder,
        "--omit=dev",
        "--no-audit",
        "--no-fund",
        join(folder, filename),
      );
    }, 120_000);
    afterAll(() => rm(folder, { recursive: true }));

    it("takes at most 1.5 MB in at most 6 packages", async () => {
      const modules = join(folder, "node_modules");
      const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8")) as {
        packages: object;
      };
      const packages = Object.keys(lock.packages);
      const size = await sizeOf(modules);
      process.stdout.write(
        `production install of @toolkiln/runtime: ${size} bytes in ${packages.length} packages\n`,
      );
      expect(packages).toContain("node_modules/@toolkiln/runtime");
      expect(packages.length).toBeLessThanOrEqual(6);
      expect(size).toBeLessThanOrEqual(limits.install);
    });

    it("reads three files for a program with generated tools", async () => {
      const importsOf = async (file: string) => {
        const text = await readFile(join(folder, "node_modules/@toolkiln/runtime/dist", file), "utf8");
        return [...text.matchAll(/^(?:import|export) .*from "(.+)";$/gm)].map(([, module]) => module);
      };
      expect(await importsOf("codegen/v1.js")).toEqual(["../chunks/main.js"]);
      expect(await importsOf("index.js")).toEqual(["./chunks/main.js"]);
      expect(await importsOf("chunks/main.js")).toEqual([]);
    });

    it("can import every entry", async () => {
      const { exports } = JSON.parse(await readFile("runtime/package.json", "utf8")) as { exports: object };
      const names = Object.keys(exports).map((entry) => `@toolkiln/runtime${entry.slice(1)}`);
      const script = names.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
      await writeFile(join(folder, "load.mjs"), `${script}\nconsole.log("loaded");\n`);
      const { stdout } = await run(process.execPath, [join(folder, "load.mjs")], { cwd: folder });
      expect(stdout).toBe("loaded\n");
    });
  });
});

function npm(...args: string[]): Promise<{ stdout: string }> {
  return run("npm", [...args, "--ignore-scripts", "--loglevel=error"], {
    shell: process.platform === "win32",
  });
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
