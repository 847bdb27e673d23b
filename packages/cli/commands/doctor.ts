import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { check as checkProject, nodeHost } from "@toolkiln/generator";
import { asFileError, importModule, openProjects, type Project } from "@toolkiln/project";
import { presentFields } from "@toolkiln/runtime/json";
import { defineCommand, exitCode } from "../command.js";
import { editorSchemaPath, isEditorSchemaCurrent } from "../editor-schema.js";
import { parseObject, readTextIn } from "../init/planned-file.js";
import { count, log, note, present, visible } from "../output.js";
import { countDiagnostics, hasErrors } from "../report.js";
import { colorsOf } from "../terminal.js";
import { version } from "../version.js";

export const setup = defineCommand({
  examples: [["doctor --json", "check versions, configuration, editor and generated code, for a bug report"]],
  async run(options) {
    const checks: Check[] = [];
    for (const project of await openProjects(options)) checks.push(...(await diagnose(project)));
    present({ checks }, () => checks.forEach(logCheck));
    return checks.some(({ status }) => status === "error") ? exitCode.diagnostics : exitCode.ok;
  },
});

function logCheck({ subject, status, message, help }: Check): void {
  const colors = colorsOf(process.stderr);
  const marks = { ok: colors.green("✓"), warning: colors.yellow("⚠"), error: colors.red("✗") };
  (status === "ok" ? note : log)(`${marks[status]} ${subject.padEnd(14)} ${visible(message)}`);
  if (help !== undefined) log(`${" ".repeat(17)}${visible(help)}`);
}

type Check = Readonly<ReturnType<typeof check>>;

function check(subject: string, status: "ok" | "warning" | "error", message: string, help?: string) {
  return { subject, status, message, ...presentFields({ help }) };
}

/** Checks everything a project depends on. */
async function diagnose(project: Project): Promise<readonly Check[]> {
  const checks = { manifests: checkManifests, imports: checkImports, editor: checkEditor };
  const results = Object.entries(checks).map(([subject, run]) =>
    run(project).catch((error: unknown) => {
      // A file that cannot be read does not stop the other checks.
      const fileError = asFileError(error);
      if (fileError === undefined) throw error;
      return [check(subject, "error", fileError.message)];
    }),
  );
  return [...checkVersions(project), ...(await Promise.all(results)).flat()];
}

const runtimeName = "@toolkiln/runtime";
const installRuntime = `npm install ${runtimeName}@${version}, then toolkiln generate.`;

function checkVersions({ root, config, configFile, name }: Project): readonly Check[] {
  const runtime = installedVersion(root, runtimeName);
  const status = runtime === undefined ? "error" : "warning";
  const message = `${runtimeName} is ${runtime ?? "not installed"}; toolkiln is ${version}.`;
  const where = configFile === undefined ? "no file, defaults apply" : relative(root, configFile);
  const folders = `manifests in ${config.manifests}/, tools in ${config.tools}/, output in ${config.out}/`;
  return [
    checkVersion("node", process.versions.node, "20.19"),
    check("toolkiln", "ok", version),
    runtime === version
      ? check("runtime", "ok", `${runtimeName} ${runtime}`)
      : check("runtime", status, message, installRuntime),
    checkVersion("typescript", installedVersion(root, "typescript"), "5.4"),
    check("configuration", "ok", `${where}; project ${name}: ${folders}`),
  ];
}

function checkVersion(subject: string, found: string | undefined, minimum: string): Check {
  const help = `Install ${subject} ${minimum} or later.`;
  if (found === undefined) return check(subject, "warning", "Not installed.", help);
  return found.localeCompare(minimum, "en", { numeric: true }) < 0
    ? check(subject, "error", `${found} is too old.`, help)
    : check(subject, "ok", found);
}

/** The installed version of a package, resolved from a project; else undefined. */
function installedVersion(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, "package.json")).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, "package.json")).find(existsSync);
  return file === undefined ? undefined : String(parseObject(readFileSync(file, "utf8"))?.["version"]);
}

async function checkManifests({ root, config }: Project): Promise<readonly Check[]> {
  const { tools, diagnostics, files } = await checkProject({ host: nodeHost(root), config });
  const own = diagnostics.filter(({ code }) => !code.startsWith("TK6"));
  if (hasErrors(own))
    return [
      check("manifests", "error", countDiagnostics(own), "toolkiln lint shows them."),
      check("freshness", "warning", "Unknown while manifests have errors."),
    ];
  const stale = diagnostics.filter(({ code }) => code.startsWith("TK6"));
  const [first] = stale;
  return [
    check("manifests", "ok", [count(tools, "tool"), countDiagnostics(own)].filter(Boolean).join(", ")),
    first === undefined
      ? check("freshness", "ok", `${count(files.length, "file")} up to date`)
      : check(
          "freshness",
          "error",
          `${countDiagnostics(stale)}, such as ${first.file} (${first.name})`,
          "toolkiln check shows how to fix them.",
        ),
  ];
}

const imports = /^import (?!type )\{([^}]*)\} from "@toolkiln\/runtime\/(codegen\/v\d+)";/gms;

/** Checks that the installed runtime exports all that generated code imports. */
async function checkImports({ root, config }: Project): Promise<readonly Check[]> {
  if (installedVersion(root, runtimeName) === undefined) return [];
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
      else
        for (const [, isType, name = ""] of list.matchAll(/(type )?(\w+)/g))
          if (isType === undefined && !(name in exported)) missing.add(name);
    }
  }
  if (missing.size === 0) return [check("imports", "ok", "generated code is compatible with the runtime")];
  const message = `generated code imports what the installed ${runtimeName} does not export: ${[...missing].toSorted().join(", ")}`;
  return [check("imports", "error", message, installRuntime)];
}

/** Editors find the schema by the first line of a manifest, or by their settings. */
async function checkEditor(project: Project): Promise<readonly Check[]> {
  const { root, config } = project;
  if (!isEditorSchemaCurrent(project)) {
    const message = "The editor schema is missing or out of date.";
    return [check("editor", "warning", message, "toolkiln generate writes it.")];
  }
  const read = readTextIn(root);
  const schema = basename(editorSchemaPath(config));
  const namesSchema = (file: string): boolean => {
    const [, path = ""] = /^# yaml-language-server: \$schema=(\S+)/m.exec(read(file) ?? "") ?? [];
    return basename(path) === schema && existsSync(resolve(root, dirname(file), path));
  };
  const files = await nodeHost(root).listFiles(config.manifests);
  const isKnown =
    read(".vscode/settings.json")?.includes(schema) === true ||
    files.filter((file) => file.endsWith(".tool.yaml")).every(namesSchema);
  if (isKnown) return [check("editor", "ok", "Completion and validation of manifests are available.")];
  const help = "toolkiln init writes .vscode/settings.json.";
  return [check("editor", "warning", "Editors find no schema for some manifests.", help)];
}
