import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { analyze, check as checkProject, nodeHost, type CheckResult } from "@toolkiln/generator";
import { asRefusal, importModule, type Project } from "@toolkiln/project";
import { parseObject } from "../init/planned-file.js";
import { count } from "../output.js";
import { countDiagnostics, hasErrors } from "../report.js";
import { version } from "../version.js";
import { check, type Check } from "./check.js";
import { checkEditor } from "./editor.js";

const runtimeName = "@toolkiln/runtime";
const installRuntime = `npm install ${runtimeName}@${version}`;

/** Checks everything a project depends on. */
export async function diagnose(project: Project): Promise<readonly Check[]> {
  const { root, config } = project;
  const host = nodeHost(root);
  const runtime = installedVersion(root, runtimeName);
  return [
    isAtLeast(process.versions.node, 20, 19)
      ? check("node", "ok", process.versions.node)
      : check("node", "error", `${process.versions.node} is too old.`, "Install Node 20.19 or later."),
    check("toolkiln", "ok", version),
    checkRuntime(runtime),
    checkTypescript(installedVersion(root, "typescript")),
    checkConfiguration(project),
    ...(await tryCheck("manifests", async () => {
      const checked = await checkProject({ host, config });
      return [checkManifests(checked, project), checkFreshness(checked, root)];
    })),
    ...(runtime === undefined ? [] : await tryCheck("skew", () => checkSkew(project))),
    ...(await tryCheck("editor", async () => [checkEditor(project, await analyze(host, config))])),
  ];
}

/** Reports unreadable files as an error, so that the other checks still run. */
async function tryCheck(subject: string, run: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await run();
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === undefined) throw error;
    return [check(subject, "error", refusal.message)];
  }
}

/** The installed version of a package, resolved from a project; else undefined. */
function installedVersion(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, "package.json")).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, "package.json")).find(existsSync);
  return file === undefined ? undefined : String(parseObject(readFileSync(file, "utf8"))?.["version"]);
}

function isAtLeast(text: string, minMajor: number, minMinor: number): boolean {
  const [major = 0, minor = 0] = text.split(".").map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

function checkRuntime(installed: string | undefined): Check {
  if (installed === undefined)
    return check("runtime", "error", `${runtimeName} is not installed.`, installRuntime);
  if (installed === version) return check("runtime", "ok", `${runtimeName} ${installed}`);
  const message = `${runtimeName} is ${installed}, the command is ${version}.`;
  return check("runtime", "warning", message, `Use one version: ${installRuntime}, then toolkiln generate.`);
}

function checkTypescript(installed: string | undefined): Check {
  const [subject, help] = ["typescript", "Install TypeScript 5.4 or later."];
  if (installed === undefined)
    return check(subject, "warning", "Not installed; implementations run without type checks.", help);
  return isAtLeast(installed, 5, 4)
    ? check(subject, "ok", installed)
    : check(subject, "error", `${installed} cannot compile generated code.`, help);
}

function checkConfiguration({ configFile, root, config, name }: Project): Check {
  const folders = `${config.manifests}/ → ${config.out}/ with ${config.tools}/`;
  const where = configFile === undefined ? "none, defaults" : relative(root, configFile) || configFile;
  return check("configuration", "ok", `${where}: ${name === "default" ? "" : `${name}, `}${folders}`);
}

function checkManifests({ tools, diagnostics }: CheckResult, { config }: Project): Check {
  const own = diagnostics.filter(({ code }) => !code.startsWith("TK6"));
  const counts = countDiagnostics(own);
  if (hasErrors(own)) return check("manifests", "error", counts, "toolkiln lint shows them.");
  if (tools === 0)
    return check("manifests", "warning", `none in ${config.manifests}/`, "toolkiln new <id> writes one.");
  return check("manifests", "ok", `${count(tools, "tool")}${counts === "" ? "" : `, ${counts}`}`);
}

function checkFreshness({ diagnostics, files }: CheckResult, root: string): Check {
  const stale = diagnostics.filter(({ code }) => code.startsWith("TK6"));
  if (stale.length === 0)
    return hasErrors(diagnostics)
      ? check("freshness", "warning", "Unknown while manifests have errors.")
      : check("freshness", "ok", `${count(files.length, "file")} up to date`);
  const unwritten = stale.filter(({ code, file }) => code === "TK6006" && !existsSync(join(root, file)));
  const fixes = [
    ...(unwritten.length < stale.length ? ["toolkiln generate fixes generated files"] : []),
    ...unwritten
      .slice(0, 3)
      .map(({ file }) => `toolkiln new ${basename(file).replace(/\.\w+$/, "")} writes an implementation`),
  ];
  const names = stale.slice(0, 3).map(({ file, name }) => `${file} (${name})`);
  const message = `${names.join(", ")}${stale.length > 3 ? ` and ${stale.length - 3} more` : ""}`;
  return check("freshness", "error", message, `toolkiln check shows more; ${fixes.join(", ")}.`);
}

const imports = /^import (?!type )\{([^}]*)\} from "@toolkiln\/runtime\/(codegen\/v\d+)";/gms;

/** Checks that the installed runtime exports all that generated code imports. */
async function checkSkew({ root, config }: Project): Promise<readonly Check[]> {
  const host = nodeHost(root);
  const resolver = createRequire(join(root, "package.json"));
  const missing = new Set<string>();
  for (const path of await host.listFiles(config.out)) {
    const text = path.endsWith(".ts") ? new TextDecoder().decode(await host.readFile(path)) : "";
    for (const [, list = "", entry = ""] of text.matchAll(imports)) {
      const exported = await Promise.resolve(entry)
        .then((name) => importModule(resolver.resolve(`${runtimeName}/${name}`)))
        .catch(() => undefined);
      if (exported === undefined) missing.add(entry);
      else for (const name of valueNames(list)) if (!(name in exported)) missing.add(name);
    }
  }
  if (missing.size === 0) return [check("skew", "ok", "generated code and runtime fit together")];
  const message = `generated code needs what the installed ${runtimeName} does not have: ${[...missing].toSorted().join(", ")}`;
  return [check("skew", "error", message, `${installRuntime}, then toolkiln generate.`)];
}

function valueNames(list: string): readonly string[] {
  const names = list.split(",").map((name) => name.trim().replace(/ as .*$/, ""));
  return names.filter((name) => name !== "" && !name.startsWith("type "));
}
