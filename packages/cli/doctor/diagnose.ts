import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { analyze, check, nodeHost, type CheckResult } from "@toolkiln/generator";
import { asRefusal, type Project } from "@toolkiln/project";
import { nearestName } from "@toolkiln/runtime/vocabulary";
import { count } from "../output.js";
import { countDiagnostics, hasErrors } from "../report.js";
import { version } from "../version.js";
import { compilerMisfit, type PackageType } from "../init/compiler-misfit.js";
import { readCompilerOptions, type CompilerOptions } from "../init/compiler-options.js";
import { parseObject, readTextIn } from "../init/planned-file.js";
import { editor } from "./editor.js";
import { fine, type Finding } from "./finding.js";
import { findPackage, type InstalledPackage } from "./installed-package.js";
import { findSkew } from "./runtime-skew.js";

const runtimeName = "@toolkiln/runtime";

/** Looks at everything that a project depends on. */
export async function diagnose(project: Project): Promise<readonly Finding[]> {
  const { root, config } = project;
  const runtime = findPackage(root, runtimeName);
  return [
    node(),
    fine("toolkiln", version),
    runtimeFinding(runtime),
    typescript(findPackage(root, "typescript")),
    configuration(project),
    ...environment(),
    ...(await orRefused("package", async () => packageFindings(root))),
    ...(await orRefused("manifests", async () => {
      const checked = await check({ host: nodeHost(root), config });
      return [manifests(checked, project), freshness(checked, root)];
    })),
    ...(await orRefused("skew", async () => (runtime === undefined ? [] : [await skew(project, runtime)]))),
    ...(await orRefused("editor", async () => [editor(project, await analyze(nodeHost(root), config))])),
  ];
}

/** What may not be looked at is a finding, too, and the rest is still told. */
async function orRefused(
  subject: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === undefined) throw error;
    return [{ subject, status: "problem", message: refusal.message }];
  }
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return fine("node", process.versions.node);
  const message = `${process.versions.node} is too old.`;
  return { subject: "node", status: "problem", message, help: "Install Node 20.19 or later." };
}

function runtimeFinding(runtime: InstalledPackage | undefined): Finding {
  const subject = "runtime";
  if (runtime === undefined) {
    const help = `npm install ${runtimeName}@${version}`;
    return { subject, status: "problem", message: `${runtimeName} is not installed.`, help };
  }
  if (runtime.version === version) return fine(subject, `${runtimeName} ${runtime.version}`);
  return {
    subject,
    status: "warning",
    message: `${runtimeName} is ${runtime.version}, the command is ${version}.`,
    help: `Keep them at one version: npm install ${runtimeName}@${version}, then toolkiln generate.`,
  };
}

function typescript(found: InstalledPackage | undefined): Finding {
  if (found === undefined) {
    return {
      subject: "typescript",
      status: "warning",
      message: "not installed; implementations run without type checks",
    };
  }
  const [major = 0, minor = 0] = found.version.split(".").map(Number);
  if (major > 5 || (major === 5 && minor >= 4)) return fine("typescript", found.version);
  const message = `${found.version} cannot compile generated code.`;
  return { subject: "typescript", status: "problem", message, help: "Install TypeScript 5.4 or later." };
}

function configuration({ configFile, root, config, name }: Project): Finding {
  const folders = `${config.manifests}/ → ${config.out}/ with ${config.tools}/`;
  const where = configFile === undefined ? "none, defaults" : relative(root, configFile) || configFile;
  return fine("configuration", `${where}: ${name === "default" ? "" : `${name}, `}${folders}`);
}

const variables = [
  "MANIFESTS",
  "OUT",
  "TOOLS",
  "IMPORT_EXTENSION",
  "CONFIG",
  "APPROVAL_KEY",
  "MCP_TOKEN",
].map((name) => `TOOLKILN_${name}`);

/** A variable with a typing mistake is otherwise ignored in silence. */
function environment(): Finding[] {
  return Object.keys(process.env)
    .filter((name) => name.startsWith("TOOLKILN_") && !variables.includes(name))
    .map((name) => {
      const near = nearestName(name, variables);
      const hint = near === undefined ? `They are ${variables.join(", ")}.` : `Did you mean ${near}?`;
      return {
        subject: "environment",
        status: "warning",
        message: `${name} means nothing.`,
        help: hint,
      } as const;
    });
}

/** What the package's files are to Node, and whether its compiler fits. */
function packageFindings(root: string): Finding[] {
  const read = readTextIn(root);
  const text = read("package.json");
  const type = text === undefined ? undefined : parseObject(text)?.["type"];
  const known = type === "module" || type === "commonjs" ? type : undefined;
  const options = readCompilerOptions(read);
  const misfit = options && compilerMisfit(options, known, findPackage(root, "typescript")?.version);
  return [
    text === undefined ? fine("package", "no package.json here") : moduleType(known, options),
    ...(misfit === undefined ? [] : [{ subject: "compiler", status: "warning", ...misfit } as const]),
  ];
}

function moduleType(type: PackageType, options: CompilerOptions | undefined): Finding {
  if (type === "module") return fine("package", "ES modules");
  if (type === "commonjs" || options?.module === "commonjs") return fine("package", "CommonJS");
  return {
    subject: "package",
    status: "warning",
    message: `package.json says neither "type": "module" nor "type": "commonjs".`,
    help: 'toolkiln init --yes makes it "module"; .js files with `require` then need the ending .cjs.',
  };
}

function manifests({ tools, diagnostics }: CheckResult, { config }: Project): Finding {
  const own = diagnostics.filter(({ code }) => !code.startsWith("TK6"));
  if (hasErrors(own)) {
    return {
      subject: "manifests",
      status: "problem",
      message: countDiagnostics(own),
      help: "toolkiln lint shows them.",
    };
  }
  if (tools === 0) {
    const message = `none in ${config.manifests}/`;
    return { subject: "manifests", status: "warning", message, help: "toolkiln new <id> makes one." };
  }
  return fine("manifests", `${count(tools, "tool")}${own.length === 0 ? "" : `, ${countDiagnostics(own)}`}`);
}

function freshness({ diagnostics, files }: CheckResult, root: string): Finding {
  const stale = diagnostics.filter(({ code }) => code.startsWith("TK6"));
  if (stale.length === 0 && hasErrors(diagnostics)) {
    const message = "not known as long as manifests have errors";
    return { subject: "freshness", status: "warning", message };
  }
  if (stale.length === 0) return fine("freshness", `${count(files.length, "file")} fresh`);
  const names = stale.slice(0, 3).map(({ file, name }) => `${file} (${name})`);
  const message = `${names.join(", ")}${stale.length > 3 ? ` and ${stale.length - 3} more` : ""}`;
  return {
    subject: "freshness",
    status: "problem",
    message,
    help: `toolkiln check shows more; ${remedy(stale, root)}.`,
  };
}

/** What fixes files that are not as they should be: a missing implementation cannot be generated. */
function remedy(stale: CheckResult["diagnostics"], root: string): string {
  const unwritten = stale.filter(({ code, file }) => code === "TK6006" && !existsSync(join(root, file)));
  const ids = unwritten.slice(0, 3).map(({ file }) => basename(file).replace(/\.\w+$/, ""));
  const more = unwritten.length > ids.length ? " and so on" : "";
  const write = ids.map((id) => `toolkiln new ${id}`).join(", ");
  if (unwritten.length === 0) return "toolkiln generate fixes it";
  return unwritten.length === stale.length
    ? `${write}${more} writes what is missing`
    : `toolkiln generate fixes generated files, ${write}${more} writes missing implementations`;
}

async function skew(project: Project, runtime: InstalledPackage): Promise<Finding> {
  const missing = await findSkew(project, runtime);
  if (missing.length === 0) return fine("skew", "generated code and runtime fit together");
  return {
    subject: "skew",
    status: "problem",
    message: `generated code asks for what ${runtimeName} ${runtime.version} does not have: ${missing.join(", ")}`,
    help: `npm install ${runtimeName}@${version}, then toolkiln generate.`,
  };
}
