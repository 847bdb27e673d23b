import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import { isToolResult } from "../result/tool-result.js";
import { compareRisk, isRiskLevel } from "../tool/risk-level.js";
import type { AnyTool } from "../tool/tool.js";
import { compileSchema } from "../validator/compile-schema.js";
import { nearMisses } from "./near-misses.js";

/** One thing that every tool has to do, as a test. */
export interface ToolCheck {
  readonly title: string;
  /** Throws when the tool does not. */
  readonly run: () => Promise<void>;
}

/** What the checks of a tool work with. */
export interface ToolCheckOptions {
  /** Inputs that the tool accepts. The examples of its manifest are checked like them, but never run. */
  readonly samples?: readonly object[];
  /** What the application supplies beside the input. */
  readonly inject?: object;
  /** Runs the tool with every sample in this context and checks its data; without it the tool is not run. */
  readonly context?: ToolExecutionContext;
}

/** The functions of a test runner; Vitest, Jest and `node:test` have them. */
export interface TestRunner {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}

/**
 * Registers the checks of a tool with a test runner: `describeTool(tool, { describe, it, samples })`.
 * A runner whose functions are global need not be named.
 */
export function describeTool(tool: AnyTool, options: ToolCheckOptions & Partial<TestRunner> = {}): void {
  const { describe = globalRunner().describe, it = globalRunner().it } = options;
  if (describe === undefined || it === undefined) {
    throw new TypeError(
      "There is no global test runner: call describeTool(tool, { describe, it }) with yours.",
    );
  }
  describe(`tool '${tool.contract.id}'`, () => {
    for (const { title, run } of toolChecks(tool, options)) it(title, run);
  });
}

function globalRunner(): Partial<TestRunner> {
  return globalThis as Partial<TestRunner>;
}

/** What every tool has to do, as tests that any runner can run. */
export function toolChecks(tool: AnyTool, options: ToolCheckOptions = {}): readonly ToolCheck[] {
  const { contract } = tool;
  const { spec } = contract;
  const { inject, context } = options;
  const { samples = [] } = options;
  const examples = (spec.examples ?? []).map(({ params }) => params);
  const check = (input: unknown) => contract.checkInput(input, inject);
  const checks: ToolCheck[] = [
    { title: "says what it is", run: async () => checkMetadata(tool) },
    { title: "has a schema of an object", run: async () => void compileSchema(spec.inputSchema) },
    { title: "tells whether it is available", run: () => checkAvailability(tool) },
    {
      title: "answers for input that makes no sense",
      run: async () => {
        for (const input of senseless()) {
          const { valid } = await check(input);
          if (valid) fail(`The tool accepted ${typeof input} input`);
        }
      },
    },
  ];
  for (const [index, sample] of [...samples, ...examples].entries()) {
    const name = index < samples.length ? `sample ${index + 1}` : `example ${index + 1 - samples.length}`;
    checks.push(
      { title: `accepts ${name} and leaves it alone`, run: () => checkSample(tool, sample, inject) },
      {
        title: `refuses what is almost ${name}`,
        run: async () => {
          for (const { title, input } of nearMisses(spec.inputSchema, sample)) {
            if ((await check(input)).valid) fail(`The tool accepted an input: ${title}`);
          }
        },
      },
      { title: `judges ${name}`, run: () => checkJudgement(tool, sample, inject) },
    );
    if (context !== undefined && index < samples.length) {
      checks.push({
        title: `returns what it promises for ${name}`,
        run: () => checkRun(tool, sample, inject, context),
      });
    }
  }
  return checks;
}

function checkMetadata({ contract }: AnyTool): void {
  const { id, name, description, category, risk, wireName } = contract.spec;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 64)
    fail(`The id '${id}' is not in kebab-case`);
  for (const [field, text] of Object.entries({ name, description, category, wireName })) {
    if (text.trim() === "") fail(`The ${field} is empty`);
  }
  if (!isRiskLevel(risk)) fail(`'${String(risk)}' is no risk level`);
}

async function checkAvailability(tool: AnyTool): Promise<void> {
  const answer: unknown = await tool.isAvailable?.();
  if (answer !== undefined && typeof answer !== "boolean") fail(`isAvailable answered ${typeof answer}`);
}

async function checkSample(tool: AnyTool, sample: object, inject: object | undefined): Promise<void> {
  const copy = structuredClone(sample);
  await validParams(tool, copy, inject);
  if (JSON.stringify(copy) !== JSON.stringify(sample)) fail("The tool changed its input");
  await validParams(tool, deepFreeze(copy), inject);
}

async function checkJudgement(tool: AnyTool, sample: object, inject: object | undefined): Promise<void> {
  const params = await validParams(tool, sample, inject);
  const validation = await tool.validate?.(params);
  if (validation !== undefined && typeof validation.isValid !== "boolean")
    fail("validate answered no result");
  const summary = tool.getExecutionSummary?.(params) ?? "one line";
  if (summary.trim() === "" || summary.includes("\n")) fail("The execution summary is not one line");
  const risk = (await tool.getEffectiveRiskLevel?.(params)) ?? tool.contract.spec.risk;
  if (!isRiskLevel(risk)) fail(`'${String(risk)}' is no risk level`);
  if (compareRisk(risk, tool.contract.spec.risk) < 0)
    fail(`The effective risk ${risk} is below the tool's own`);
}

async function checkRun(
  tool: AnyTool,
  sample: object,
  inject: object | undefined,
  context: ToolExecutionContext,
): Promise<void> {
  const output = await tool.run(await validParams(tool, sample, inject), context);
  if (isToolResult(output) && !output.success) fail(`The tool failed: ${output.error.message}`);
  const errors = await tool.contract.checkData(isToolResult(output) ? output.data : output);
  if (errors.length > 0)
    fail(errors.map(({ parameterName, message }) => `${parameterName}: ${message}`).join("; "));
}

async function validParams(tool: AnyTool, sample: object, inject: object | undefined): Promise<unknown> {
  const checked = await tool.contract.checkInput(sample, inject);
  if (checked.valid) return checked.params;
  return fail(checked.errors.map(({ parameterName, message }) => `${parameterName}: ${message}`).join("; "));
}

function* senseless(): Iterable<unknown> {
  yield* [undefined, null, 5, "text", [], () => undefined];
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  yield cyclic;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}

function fail(reason: string): never {
  throw new Error(reason);
}
