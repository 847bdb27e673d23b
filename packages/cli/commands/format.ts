import { analyze, nodeHost } from "@toolkiln/generator";
import { formatManifest } from "@toolkiln/generator/format";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import { defineCommand, exitCode, type OptionsOf } from "../command.js";
import { count, printJson, log } from "../output.js";
import { inProject, isError, reportDiagnostics } from "../report.js";

const flags = { "--check": "change nothing; exit with 1 when something would change" } as const;

type FormatOptions = OptionsOf<typeof flags>;

interface FormattedFile {
  readonly path: string;
  readonly status: "formatted" | "unchanged" | "unformatted" | "unreadable";
}

/** `toolkiln format` */
export const setup = defineCommand({
  options: flags,
  examples: [
    ["format", "write every manifest in canonical order and style"],
    ["format --check", "report those that are not"],
  ],
  run: format,
});

async function format(options: FormatOptions): Promise<number> {
  const results = [];
  for (const project of await openProjects(options)) results.push(await formatProject(project, options));
  const files = results.flatMap((result) => result.files);
  const diagnostics = results.flatMap((result) => result.diagnostics);
  if (options.json === true) printJson({ files, diagnostics });
  else {
    const changed = files.filter(({ status }) => status === "formatted" || status === "unformatted");
    for (const { path } of changed) log(path);
    const verb = options.check === true ? "not formatted" : "formatted";
    if (options.quiet !== true || changed.length > 0) {
      const all = count(files.length, "manifest");
      log(changed.length === 0 ? `${all}, nothing to format.` : `${changed.length} of ${all} ${verb}.`);
    }
  }
  const failed = files.some(({ status }) => status === "unformatted" || status === "unreadable");
  return failed || diagnostics.length > 0 ? exitCode.diagnostics : exitCode.ok;
}

async function formatProject(project: Project, options: FormatOptions) {
  const { root, config } = project;
  const host = nodeHost(root);
  // The reader rejects files that are unsafe to parse; parse only those it accepts.
  const { diagnostics } = await analyze(host, config);
  const unreadable = diagnostics.filter((found) => found.code.startsWith("TK1") && isError(found));
  const refused = new Set(unreadable.map(({ file }) => file));
  if (options.json !== true) reportDiagnostics(unreadable, project, options);
  const files: FormattedFile[] = [];
  for (const file of (await host.listFiles(config.manifests)).toSorted()) {
    if (!/(\.tool|(^|\/)_defaults)\.yaml$/.test(file)) continue;
    const path = pathIn(project, file);
    const text = refused.has(file) ? undefined : new TextDecoder().decode(await host.readFile(file));
    const formatted = text === undefined ? undefined : formatManifest(text);
    if (formatted === undefined) files.push({ path, status: "unreadable" });
    else if (formatted === text) files.push({ path, status: "unchanged" });
    else if (options.check === true) files.push({ path, status: "unformatted" });
    else {
      await host.writeFile(file, formatted);
      files.push({ path, status: "formatted" });
    }
  }
  return { files, diagnostics: inProject(unreadable, project) };
}
