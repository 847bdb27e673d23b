import type { Host } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { SourcePlace } from "../import-report.js";
import type { ImportedSource, MutableObject } from "../imported-tool.js";
import type { Draft } from "./lint-manifests.js";
import { yamlText } from "./manifest-text.js";
import { importSuffix } from "./implementation-text.js";
import type { PlannedFile } from "./import-plan.js";

/** The files of definitions that imported tools share, as drafts. */
export function draftDefinitions(
  { files, tools, report }: ImportedSource,
  { manifests }: GeneratorConfig,
  existing: ReadonlySet<string>,
): Draft[] {
  const [first] = tools;
  if (first === undefined) return [];
  return files.flatMap(({ folder, path: wanted, contents }) => {
    if (typeof contents === "function" || folder !== "manifests") return [];
    const path = freePath(wanted, (name) => existing.has(`${manifests}/${name}`));
    // Definitions of an earlier import stay as they are, so those of this one need a file of their own.
    if (path !== wanted)
      for (const value of [...tools.flatMap(({ schema, result }) => [schema, result]), contents])
        pointTo(value, wanted, path);
    const place: SourcePlace = report.placeOf(contents) ?? first.place;
    const comment = ` Definitions that tools imported from ${place.source.file} share.`;
    return [
      { path: `${manifests}/${path}`, value: contents, place, write: () => yamlText(contents, comment) },
    ];
  });
}

function freePath(path: string, isTaken: (path: string) => boolean): string {
  let free = path;
  for (let number = 2; isTaken(free); number++) free = path.replace(/(?=\.\w+$)/, `-${number}`);
  return free;
}

/** Lets references into one file point into another. */
function pointTo(value: unknown, from: string, to: string): void {
  if (typeof value !== "object" || value === null) return;
  const holder = value as MutableObject;
  for (const [key, inner] of Object.entries(holder)) {
    if (key === "$ref" && typeof inner === "string" && inner.startsWith(`${from}#`))
      holder[key] = to + inner.slice(from.length);
    else pointTo(inner, from, to);
  }
}

/** The helpers that implementations import; one that is there already stays, and is reported when it differs. */
export async function supportFiles(
  { files, tools, report }: ImportedSource,
  config: GeneratorConfig,
  host: Host,
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const { folder, path: name, contents } of files) {
    if (typeof contents !== "function") continue;
    const text = contents(importSuffix(config));
    const path = `${config[folder]}/${name}`;
    const bytes = await host.readFile(path);
    if (bytes === undefined) planned.push({ path, contents: text });
    else if (new TextDecoder().decode(bytes) !== text && tools[0] !== undefined)
      report.add(
        "TK8003",
        { source: tools[0].place.source, pointer: "" },
        `${path} exists and differs from what this import would write; it stays as it is.`,
        "Move your changes elsewhere and remove the file to get the new one.",
      );
  }
  return planned;
}
