import { analyze, nodeHost } from "@toolkiln/generator";
import { formatManifest } from "@toolkiln/generator/format";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import { defineCommand, exitCode } from "../command.js";
import { count, log, note, present } from "../output.js";
import { withProjectPaths, isError, reportDiagnostics } from "../report.js";

export const setup = defineCommand({
  options: { "--check": "change nothing; exit with 1 when something would change" },
  examples: [
    ["format", "write every manifest in canonical order and style"],
    ["format --check", "report manifests that are not formatted"],
  ],
  async run({ check = false, ...options }) {
    const results: Awaited<ReturnType<typeof formatProject>>[] = [];
    for (const project of await openProjects(options)) results.push(await formatProject(project, check));
    const files = results.flatMap((result) => result.files);
    const diagnostics = results.flatMap(({ project, unreadable }) => withProjectPaths(unreadable, project));
    present({ files, diagnostics }, () => {
      for (const { project, unreadable } of results) reportDiagnostics(unreadable, project);
      const changed = files.filter(({ status }) => status === "formatted" || status === "unformatted");
      for (const { path } of changed) log(path);
      const all = count(files.length, "manifest");
      if (changed.length > 0) log(`${changed.length} of ${all} ${check ? "not formatted" : "formatted"}.`);
      else note(`${all}, nothing to format.`);
    });
    const failed = files.some(({ status }) => status === "unformatted" || status === "unreadable");
    return failed || diagnostics.length > 0 ? exitCode.diagnostics : exitCode.ok;
  },
});

async function formatProject(project: Project, isCheck: boolean) {
  const { root, config } = project;
  const host = nodeHost(root);
  // The reader rejects files that are unsafe to parse; parse only those it accepts.
  const { diagnostics } = await analyze(host, config);
  const unreadable = diagnostics.filter((found) => found.code.startsWith("TK1") && isError(found));
  const rejected = new Set(unreadable.map(({ file }) => file));
  const files = [];
  for (const file of (await host.listFiles(config.manifests)).toSorted()) {
    if (!/(\.tool|(^|\/)_defaults)\.yaml$/.test(file)) continue;
    const text = rejected.has(file) ? undefined : new TextDecoder().decode(await host.readFile(file));
    const formatted = text === undefined ? undefined : formatManifest(text);
    const isChanged = formatted !== undefined && formatted !== text;
    if (isChanged && !isCheck) await host.writeFile(file, formatted);
    const changed = isCheck ? "unformatted" : "formatted";
    const status = formatted === undefined ? "unreadable" : isChanged ? changed : "unchanged";
    files.push({ path: pathIn(project, file), status });
  }
  return { project, files, unreadable };
}
