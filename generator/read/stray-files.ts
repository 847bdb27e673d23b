import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { compareTexts } from "../values/compare-texts.js";
import { defaultsName, manifestSuffix, nameOf, type ManifestFiles } from "./find-manifests.js";

/** Reports files that look like manifests but are not read, and a folder without manifests. */
export async function strayDiagnostics(
  host: Host,
  { manifests: folder }: GeneratorConfig,
  { manifests, others }: ManifestFiles,
  inputs: ReadonlySet<string>,
): Promise<Diagnostic[]> {
  return [
    ...others.filter((file) => !inputs.has(file) && looksLikeManifest.test(nameOf(file))).map(misnamed),
    ...(await irregular(host, folder)),
    ...(manifests.length === 0 ? [noManifests(folder)] : []),
  ];
}

const looksLikeManifest = /.[._-]tools?\.(?:ya?ml|json)$/i;

async function irregular(host: Host, folder: string): Promise<Diagnostic[]> {
  const files = (await host.listIrregularFiles?.(folder)) ?? [];
  const message = "The file is named like a manifest but is not a regular file.";
  const help = "Links, pipes, devices and folders are not read. Put the file itself here.";
  return files
    .filter((file) => file.endsWith(manifestSuffix) || nameOf(file) === defaultsName)
    .toSorted(compareTexts)
    .map((file) => diagnostic("TK1001", { file, range: fileStart }, message, { help }));
}

function misnamed(file: string): Diagnostic {
  const stem = nameOf(file).replace(/(?:[._-]tools?)?\.\w+$/i, "");
  const message = `The file is not read: a manifest's name ends in \`${manifestSuffix}\`.`;
  const help = `Rename it to ${stem.toLowerCase()}${manifestSuffix}.`;
  return diagnostic("TK1011", { file, range: fileStart }, message, { help });
}

function noManifests(folder: string): Diagnostic {
  return diagnostic("TK1003", { file: folder, range: fileStart }, `There is no manifest in \`${folder}\`.`, {
    help: "Create one with `toolkiln new <id>`, or choose another folder with `--manifests <dir>`.",
  });
}
