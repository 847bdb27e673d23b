import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { inspect } from "node:util";
import type { ManifestTest, ToolModel } from "@toolkiln/generator";
import { ToolExecutor, type RiskLevel, type ToolExecution, type ToolRegistry } from "@toolkiln/runtime";
import { toJsonValue } from "@toolkiln/runtime/json";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { notGenerated } from "../drift.js";
import type { Project } from "../open-project.js";
import { reasonOf } from "../project-error.js";
import type { ServicesModule } from "../project-services.js";
import { differences } from "./match-expectation.js";

/** The outcome of a test. */
export interface TestOutcome {
  readonly tool: string;
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly durationMs: number;
  readonly message?: string;
  /** The manifest with the test, relative to the project. */
  readonly file: string;
}

/** How tests are run. */
export interface TestOptions {
  /** Tests with calls above this risk are skipped unless hermetic. @default "low" */
  readonly maxRisk?: RiskLevel;
  /** Every workspace starts as a copy of this folder. */
  readonly template?: string;
  readonly signal?: AbortSignal;
  /** Whether an unexpected failure includes the stack trace. */
  readonly verbose?: boolean;
}

/** Settings for a project's tests. */
export interface TestSettings extends TestOptions {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly services: ServicesModule;
}

/** Runs one test of a manifest in its own workspace. */
export async function runTest(
  model: ToolModel,
  test: ManifestTest,
  settings: TestSettings,
): Promise<TestOutcome> {
  const started = performance.now();
  const verdict = await evaluate(model, test, settings).catch((error: unknown) => failed(reasonOf(error)));
  const durationMs = Math.round(performance.now() - started);
  return { tool: model.spec.id, title: test.title, ...verdict, durationMs, file: model.origin.file };
}

type Verdict = Pick<TestOutcome, "status" | "message">;

async function evaluate(model: ToolModel, test: ManifestTest, settings: TestSettings): Promise<Verdict> {
  const { maxRisk = "low", project } = settings;
  const { risk, id } = model.spec;
  if (test.hermetic !== true && compareRisk(risk, maxRisk) > 0) return tooRisky(risk);
  if (!settings.registry.hasTool(id)) return failed(notGenerated(id));
  const fixtures =
    test.fixtures &&
    resolveIn(project.root, test.fixtures, "the project", resolve(project.root, dirname(model.origin.file)));
  const folders = [settings.template, fixtures].filter((path) => path !== undefined);
  return inFreshWorkspace(test.workspace ?? {}, folders, async (workspacePath) => {
    const testServices = await settings.services.createForTest?.(workspacePath);
    try {
      const registry = testServices?.bindTo(settings.registry) ?? settings.registry;
      return await runSteps(model, test, { ...settings, registry }, workspacePath);
    } finally {
      await testServices?.dispose();
    }
  });
}

/** Runs a function in a temporary folder with copied folders and files, then removes the folder. */
async function inFreshWorkspace<T>(
  files: Readonly<Record<string, string>>,
  templates: readonly string[],
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolkiln-test-")));
  try {
    for (const template of templates) await cp(template, folder, { recursive: true });
    for (const [path, contents] of Object.entries(files)) {
      const target = resolveIn(folder, path, "the test's workspace");
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, contents);
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The absolute path of a file or folder; throws when it is outside `root`. */
function resolveIn(root: string, path: string, name: string, from = root): string {
  const absolute = resolve(from, path);
  const inner = relative(root, absolute);
  if (!/^\.\.(?:[\\/]|$)/.test(inner) && !isAbsolute(inner)) return absolute;
  throw new Error(`'${path}' is outside ${name}.`);
}

async function runSteps(
  { spec }: ToolModel,
  test: ManifestTest,
  settings: TestSettings,
  workspacePath: string,
): Promise<Verdict> {
  // A test that expects a failure must not pass because the implementation is missing.
  await settings.registry.getTool(spec.id)?.load();
  let deniedRisk: RiskLevel | undefined;
  const executor = new ToolExecutor(settings.registry, {
    paths: new WorkspacePathPolicy(),
    policy: { autoApproveUpTo: settings.maxRisk ?? "low" },
    approve: (request) => {
      if (test.hermetic === true) return { decision: "approve" };
      deniedRisk = request.risk;
      return { decision: "deny", reason: "The test is not hermetic." };
    },
  });
  const { signal } = settings;
  try {
    for (const [index, step] of (test.steps ?? [test]).entries()) {
      const { tool = spec.id, params = {}, expect = { success: true } }: TestStep = step;
      const inject = { ...test.inject, ...step.inject };
      const call = { workspacePath, inject, ...(signal && { signal }) };
      const execution = await executor.dispatch(tool, params, call);
      if (deniedRisk !== undefined && expect["status"] !== "denied") return tooRisky(deniedRisk);
      const found = differences(expect, observed(execution));
      if (found.length === 0) continue;
      const place = test.steps === undefined ? [] : [`step ${index + 1}, ${tool}:`];
      const { error } = execution.result;
      const isUnexpected = error !== undefined && expect["success"] !== false;
      const why = isUnexpected ? [`the call failed: ${error.message}`] : [];
      if (isUnexpected && settings.verbose === true && error.cause) why.push(inspect(error.cause));
      return failed([...place, ...found, ...why].join("\n"));
    }
    return { status: "passed" };
  } finally {
    await executor.dispose();
  }
}

type TestStep = NonNullable<ManifestTest["steps"]>[number];

/** The outcome that a test checks, as JSON, because data may contain dates or class instances. */
function observed({ status, result, approval }: ToolExecution): unknown {
  const { success, data, kind, message, summary, artifacts, suggestedFollowUps } = result;
  const facts = { success, status, approval, data, kind, message, summary, artifacts, suggestedFollowUps };
  return toJsonValue({ ...facts, error: result.success ? undefined : result.error });
}

function failed(message: string): Verdict {
  return { status: "failed", message };
}

function tooRisky(risk: RiskLevel): Verdict {
  const message = `${risk} risk: mark the test \`hermetic: true\` or pass --max-risk ${risk}`;
  return { status: "skipped", message };
}
