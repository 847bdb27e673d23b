import { analyze, nodeHost, type Diagnostic } from "@toolkiln/generator";
import { presentFields } from "@toolkiln/runtime/json";
import { describeDrift, driftOf } from "../drift.js";
import { findModel } from "../find-model.js";
import { loadRegistry } from "../load-registry.js";
import type { Project } from "../open-project.js";
import { loadServices } from "../project-services.js";
import { runTest, type TestOptions, type TestOutcome } from "./run-test.js";

/** Which tests run, and how. */
export interface ManifestTestOptions extends TestOptions {
  /** Only the tests of these tools, by id or an earlier id. */
  readonly ids?: readonly string[];
}

/** The results of a project's tests. */
export interface ManifestTestRun {
  readonly outcomes: readonly TestOutcome[];
  /** Diagnostics of the manifests. If one is an error, no test runs. */
  readonly diagnostics: readonly Diagnostic[];
  /** All ids, current and former. */
  readonly knownIds: readonly string[];
  /** A line about generated code that is out of date. */
  readonly drift?: string;
}

/** Runs the `tests:` of a project's manifests, each in its own workspace. */
export async function runManifestTests(
  project: Project,
  options: ManifestTestOptions = {},
): Promise<ManifestTestRun> {
  const { ids = [], ...others } = options;
  const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
  const knownIds = models.flatMap(({ spec }) => [spec.id, ...(spec.renamedFrom ?? [])]);
  const named = new Set(ids.map((id) => findModel(models, id)));
  const selected = models.flatMap((model) =>
    ids.length === 0 || named.has(model) ? (model.tests ?? []).map((test) => ({ model, test })) : [],
  );
  const isBroken = diagnostics.some(({ severity }) => severity === "error");
  if (isBroken || selected.length === 0) return { outcomes: [], diagnostics, knownIds };
  const registry = await loadRegistry(project);
  const drift = describeDrift(await driftOf(project, registry), project);
  const services = await loadServices(project, registry);
  const shared = services.createForTest === undefined ? await services.create() : undefined;
  const outcomes: TestOutcome[] = [];
  try {
    const settings = { ...others, registry: shared?.bindTo(registry) ?? registry, services, project };
    for (const { model, test } of selected)
      if (options.signal?.aborted !== true) outcomes.push(await runTest(model, test, settings));
  } finally {
    await shared?.dispose();
  }
  return { outcomes, diagnostics, knownIds, ...presentFields({ drift }) };
}
