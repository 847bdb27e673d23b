import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import { isToolResult } from "../result/tool-result.js";
import { compareRisk, isRiskLevel } from "../tool/risk-level.js";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { compileSchema } from "../validator/compile-schema.js";

/** The functions of a test runner such as Vitest, Jest or `node:test`. */
export interface TestRunner {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}

/** Options of a tool's tests. */
export interface DescribeToolOptions extends Partial<TestRunner> {
  /** Valid inputs. The examples of the manifest are validated too, but never run. */
  readonly samples?: readonly object[];
  readonly inject?: object;
  /** Runs the tool with every sample in this context and checks its data; without it the tool is not run. */
  readonly context?: ToolExecutionContext;
}

/** Registers the tests that every tool has to pass. Pass `describe` and `it` unless they are global. */
export function describeTool(tool: AnyTool, options: DescribeToolOptions = {}): void {
  const { describe, it }: Partial<TestRunner> = { ...(globalThis as Partial<TestRunner>), ...options };
  if (describe === undefined || it === undefined)
    throw new TypeError("No global test runner: call describeTool(tool, { describe, it }) with yours.");
  const { samples = [], inject, context } = options;
  const { id, spec } = tool.contract;
  const check = async (input: unknown) => tool.contract.checkInput(input, inject);
  const accept = async (sample: object): Promise<unknown> => {
    const checked = await check(sample);
    return checked.valid ? checked.params : fail(textOf(checked.errors));
  };
  describe(`tool '${id}'`, () => {
    it("has complete metadata", async () => checkMetadata(spec));
    it("has a schema that compiles", async () => void compileSchema(spec.inputSchema));
    it("reports whether it is available", () => checkAvailability(tool));
    const addTests = (name: string, sample: object): void => {
      it(`accepts ${name}, with valid hooks`, async () => checkHooks(tool, await accept(sample)));
      it(`rejects near misses of ${name}`, async () => {
        for (const { title, input } of nearMisses(spec.inputSchema, sample))
          if ((await check(input)).valid) fail(`Accepted an invalid input: ${title}`);
      });
    };
    for (const [index, sample] of samples.entries()) {
      const name = `sample ${index + 1}`;
      addTests(name, sample);
      if (context === undefined) continue;
      it(`returns valid data for ${name}`, async () => checkRun(tool, await accept(sample), context));
    }
    for (const [index, { params }] of (spec.examples ?? []).entries())
      addTests(`example ${index + 1}`, params);
  });
}

function checkMetadata({ id, name, description, category, risk, wireName }: ToolSpec): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 64)
    fail(`The id '${id}' must be kebab-case and at most 64 characters long`);
  for (const [field, text] of Object.entries({ name, description, category, wireName })) {
    if (text.trim() === "") fail(`The ${field} is empty`);
  }
  if (!isRiskLevel(risk)) fail(`'${String(risk)}' is not a risk level`);
}

async function checkAvailability(tool: AnyTool): Promise<void> {
  const answer: unknown = await tool.isAvailable?.();
  if (answer !== undefined && typeof answer !== "boolean") fail(`isAvailable returned: ${typeof answer}`);
}

async function checkHooks(tool: AnyTool, params: unknown): Promise<void> {
  const validation = await tool.validate?.(params);
  if (validation !== undefined && typeof validation.isValid !== "boolean")
    fail("validate did not return a ToolValidationResult");
  const summary = tool.getExecutionSummary?.(params) ?? "one line";
  if (summary.trim() === "" || summary.includes("\n")) fail("The execution summary is not one line");
  const risk = (await tool.getEffectiveRiskLevel?.(params)) ?? tool.contract.spec.risk;
  if (!isRiskLevel(risk)) fail(`'${String(risk)}' is not a risk level`);
  if (compareRisk(risk, tool.contract.spec.risk) < 0)
    fail(`The effective risk ${risk} is below the tool's declared risk`);
}

async function checkRun(tool: AnyTool, params: unknown, context: ToolExecutionContext): Promise<void> {
  const output = await tool.run(params, context);
  if (isToolResult(output) && !output.success) fail(`The tool failed: ${output.error.message}`);
  const errors = await tool.contract.checkData(isToolResult(output) ? output.data : output);
  if (errors.length > 0) fail(textOf(errors));
}

function textOf(errors: readonly ToolValidationError[]): string {
  return errors.map(({ parameterName, message }) => `${parameterName}: ${message}`).join("; ");
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** An almost valid input. */
export interface NearMiss {
  readonly title: string;
  readonly input: unknown;
}

/** Inputs that each differ from a valid one in one way and that the schema rejects. */
export function nearMisses(schema: JsonSchemaObject, valid: object): readonly NearMiss[] {
  const validate = compileSchema(schema);
  const { properties = {}, required = [] } = schema;
  const candidates: NearMiss[] = [
    { title: "null", input: null },
    { title: "an array around the input", input: [valid] },
    { title: "the input as a string", input: JSON.stringify(valid) },
    { title: "a parameter that does not exist", input: { ...valid, "unknown parameter": 1 } },
    ...required.map((name) => ({ title: `without '${name}'`, input: { ...valid, [name]: undefined } })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      wrongValues(property, Reflect.get(valid, name)).map(([title, value]) => ({
        title: `'${name}' ${title}`,
        input: { ...valid, [name]: value },
      })),
    ),
  ];
  return candidates.filter(({ input }) => !validate(structuredClone(input)));
}

function wrongValues(schema: JsonSchema, valid: unknown): (readonly [title: string, value: unknown])[] {
  const keywords: JsonSchemaObject = typeof schema === "object" ? schema : {};
  const { minimum = 0, maximum = 0, minLength = 1, maxLength = 0 } = keywords;
  return [
    ["is null", null],
    ["is a number", 4.25],
    ["is text", "no such value"],
    ["is an object", { unknown: true }],
    ["is an array", [[null]]],
    ["is a JSON string of itself", JSON.stringify(valid ?? {})],
    ["is too small", minimum - 1],
    ["is too large", maximum + 1],
    ["is too short", "x".repeat(Math.max(minLength - 1, 0))],
    ["is too long", "x".repeat(maxLength + 1)],
    ["has too few items", []],
  ];
}
