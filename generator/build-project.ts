import { isFileCall, joinTraces, tracingHost, type Trace } from "./cache/trace.js";
import type { CompiledManifest, BuildGoal } from "./model/compiled-manifest.js";
import type { OpenProject } from "./open-project.js";
import type { LinkedProject } from "./pipeline.js";
import { findManifests, folderDiagnostics, manifestUnits, type ManifestUnit } from "./read/find-manifests.js";
import { compileUnits } from "./threads/compile-units.js";

export interface BuiltProject extends LinkedProject {
  readonly units: readonly BuiltUnit[];
  readonly trace: Trace;
  readonly manifestCount: number;
}

export interface BuiltUnit extends ManifestUnit {
  readonly compiled: CompiledManifest;
}

export interface EarlierBuild {
  readonly units: readonly BuiltUnit[];
  readonly trace: Trace;
  readonly changed: ReadonlySet<string>;
}

/** Compiles new and changed manifests, reuses the others from the cache, then links all of them. */
export async function buildProject(
  project: OpenProject,
  earlier?: EarlierBuild,
  goal: BuildGoal = "files",
): Promise<BuiltProject> {
  const { host, config } = project;
  const tracing = tracingHost(host);
  const files = await findManifests(tracing, config);
  const wanted = manifestUnits(files);
  const reused = new Map(
    earlier?.units.filter((unit) => isUnchanged(unit, earlier)).map((unit) => [keyOf(unit), unit]),
  );
  const stale = wanted.filter((unit) => !reused.has(keyOf(unit)));
  // Worker threads start while this thread loads its modules.
  const fresh = await compileUnits(project, stale, goal);
  const built = new Map([...reused, ...fresh.units.map((unit) => [keyOf(unit), unit] as const)]);
  const units = wanted.flatMap((unit) => built.get(keyOf(unit)) ?? []);
  const inputs = new Set(units.flatMap(inputsOf));
  const { linkProject } = await import("./pipeline.js");
  const context = {
    complete: units.every((unit) => unit.manifest === undefined || unit.compiled.identity !== undefined),
    diagnostics: await folderDiagnostics(tracing, config, files, inputs),
  };
  const reusedCalls = (earlier?.trace ?? []).filter(
    (call) => isFileCall(call) && inputs.has(call[1]) && !earlier?.changed.has(call[1]),
  );
  const compiled = units.map((unit) => unit.compiled);
  return {
    ...(await linkProject(compiled, config, context, goal)),
    units,
    trace: joinTraces([tracing.trace(), fresh.trace, reusedCalls]),
    manifestCount: files.manifests.length,
  };
}

function inputsOf({ manifest, defaults, compiled }: BuiltUnit): string[] {
  return [manifest, defaults, ...compiled.referencedFiles].filter((file) => file !== undefined);
}

function isUnchanged(unit: BuiltUnit, { changed }: EarlierBuild): boolean {
  return inputsOf(unit).every((file) => !changed.has(file));
}

/** The key includes the defaults: other defaults make another unit. */
function keyOf({ manifest = "", defaults = "" }: ManifestUnit): string {
  return `${manifest}\n${defaults}`;
}
