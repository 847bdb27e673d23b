import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { analyze, check as checkProject, nodeHost, type CheckResult } from "@toolkiln/generator";
import { asRefusal, type Project } from "@toolkiln/project";
import { count } from "../output.js";
import { countDiagnostics, hasErrors } from "../report.js";
import { version } from "../version.js";
import { check, type Check } from "./check.js";
import { checkEditor } from "./editor.js";
import { findPackage, type InstalledPackage } from "./installed-package.js";
import { findSkew } from "./runtime-skew.js";

const runtimeName = "@toolkiln/runtime";

/** Looks at everything that a project depends on. */
export async function diagnose(project: Project): Promise<readonly Check[]> {
  const { root, config } = project;
  const runtime = findPackage(root, runtimeName);
  return [
    isAtLeast(process.versions.node, 20, 19)
      ? check("node", "ok", process.versions.node)
      : check("node", "error", `${process.versions.node} is too old.`, "Install Node 20.19 or later."),
    check("toolkiln", "ok", version),
    checkRuntime(runtime),
    checkTypescript(findPackage(root, "typescript")?.version),
    checkConfiguration(project),
    ...(await orRefused("manifests", async () => {
      const checked = await checkProject({ host: nodeHost(root), config });
      return [checkManifests(checked, project), checkFreshness(checked, root)];
    })),
    ...(await orRefused("skew", async () =>
      runtime === undefined ? [] : [await checkSkew(project, runtime)],
    )),
    ...(await orRefused("editor", async () => [checkEditor(project, await analyze(nodeHost(root), config))])),
  ];
}

/** Files that may not be read are an error of their own, and the other checks still run. */
async function orRefused(subject: string, look: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await look();
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === undefined) throw error;
    return [check(subject, "error", refusal.message)];
  }
}

function isAtLeast(text: string, leastMajor: number, leastMinor: number): boolean {
  const [major = 0, minor = 0] = text.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

function checkRuntime(runtime: InstalledPackage | undefined): Check {
  const install = `npm install ${runtimeName}@${version}`;
  if (runtime === undefined) return check("runtime", "error", `${runtimeName} is not installed.`, install);
  if (runtime.version === version) return check("runtime", "ok", `${runtimeName} ${runtime.version}`);
  const message = `${runtimeName} is ${runtime.version}, the command is ${version}.`;
  return check("runtime", "warning", message, `Use one version: ${install}, then toolkiln generate.`);
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
  const names = stale.slice(0, 3).map(({ file, name }) => `${file} (${name})`);
  const message = `${names.join(", ")}${stale.length > 3 ? ` and ${stale.length - 3} more` : ""}`;
  return check("freshness", "error", message, `toolkiln check shows more; ${remedy(stale, root)}.`);
}

/** What fixes files that are not as they should be: a missing implementation cannot be generated. */
function remedy(stale: CheckResult["diagnostics"], root: string): string {
  const unwritten = stale.filter(({ code, file }) => code === "TK6006" && !existsSync(join(root, file)));
  if (unwritten.length === 0) return "toolkiln generate fixes it";
  const ids = unwritten.slice(0, 3).map(({ file }) => basename(file).replace(/\.\w+$/, ""));
  const more = unwritten.length > ids.length ? " and so on" : "";
  const write = `${ids.map((id) => `toolkiln new ${id}`).join(", ")}${more} writes missing implementations`;
  return unwritten.length === stale.length ? write : `toolkiln generate fixes generated files, ${write}`;
}

async function checkSkew(project: Project, runtime: InstalledPackage): Promise<Check> {
  const missing = await findSkew(project, runtime);
  if (missing.length === 0) return check("skew", "ok", "generated code and runtime fit together");
  const message = `generated code needs what ${runtimeName} ${runtime.version} does not have: ${missing.join(", ")}`;
  return check("skew", "error", message, `npm install ${runtimeName}@${version}, then toolkiln generate.`);
}
