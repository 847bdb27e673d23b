import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import type { ToolModel } from "../../../generator/model/tool-model.js";
import { renderProject, renderTool } from "../../../generator/pipeline.js";
import { directAjv, readCorpus, toModel, type CorpusTool } from "../support/corpus.js";
import { mutate } from "../support/mutate.js";
import { Random } from "../support/random.js";
import { SchemaSampler } from "../support/sample-schema.js";
import { ScratchProject, strictestFlags, type CompileError } from "../support/scratch-project.js";

/** The number of inputs per tool; `CORPUS_SAMPLES=100` is the long version. */
const samples = Number(process.env["CORPUS_SAMPLES"] ?? 8);

type Validator = (value: unknown) => boolean;

interface Sampled {
  readonly tool: CorpusTool;
  readonly model: ToolModel;
  readonly valid: readonly unknown[];
  readonly broken: readonly { readonly kind: string; readonly value: unknown }[];
  readonly accepts: (value: unknown) => boolean;
}

function isUsable(schema: CorpusTool["schema"]): boolean {
  try {
    return directAjv(schema) !== undefined;
  } catch {
    return false;
  }
}

function sampleTool(tool: CorpusTool, position: number): Sampled {
  const random = new Random(position + 1);
  const model = toModel(tool);
  const sampler = new SchemaSampler(model.paramsSchema, random);
  const accepts = directAjv(tool.schema);
  const valid: unknown[] = [];
  const broken: Sampled["broken"][number][] = [];
  for (let tries = 0; tries < samples * 20 && valid.length < samples; tries++) {
    const value = sampler.sample();
    if (accepts(value)) valid.push(value);
  }
  for (let tries = 0; tries < samples * 20 && broken.length < samples && valid.length > 0; tries++) {
    const mutation = mutate(random.pick(valid), random);
    if (!accepts(mutation.value)) broken.push(mutation);
  }
  return { tool, model, valid, broken, accepts };
}

describe("code generated from realistic tools and schemas", () => {
  let sampled: readonly Sampled[] = [];
  const unusable: string[] = [];
  const problems: string[] = [];
  let project: ScratchProject;

  const validators = new Map<string, Validator>();

  beforeAll(async () => {
    const usable = readCorpus().filter(({ schema, id }) => isUsable(schema) || (unusable.push(id), false));
    sampled = usable.map(sampleTool);
    project = new ScratchProject();
    const models = sampled.map(({ model }) => model);
    const rendered = await Promise.all(models.map(async (model) => renderTool(model, defaultConfig)));
    problems.push(
      ...rendered.flatMap(({ failures }) => failures.map(({ file, message }) => `${file}: ${message}`)),
    );
    const files = [
      ...rendered.flatMap((tool) => tool.files),
      ...(await renderProject(models, defaultConfig)).files,
    ];
    for (const { path, contents = "" } of files) project.write(path, contents);
    for (const { model } of sampled) {
      const { file, validateParams } = model.names;
      const path = join(project.root, `generated/tools/${file}.validator.ts`);
      const module = (await import(/* @vite-ignore */ path)) as Record<string, Validator>;
      if (module[validateParams]) validators.set(file, module[validateParams]);
    }
  }, 120_000);

  afterAll(() => project.remove());

  it("omits only schemas that Ajv rejects too", () => {
    expect(unusable.slice(4)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("has samples for nearly every tool", () => {
    const without = sampled.filter(({ valid }) => valid.length === 0).map(({ tool }) => tool.id);
    expect(without.slice(9)).toEqual([]);
  });

  it("validates as Ajv does", () => {
    const differing = sampled.flatMap(({ tool, model, valid, broken, accepts }) => {
      const validate = validators.get(model.names.file);
      const values = [...valid, ...broken.map(({ value }) => value)];
      return values
        .filter((value) => validate?.(structuredClone(value)) !== accepts(value))
        .map((value) => `${tool.id}: ${JSON.stringify(value)}`);
    });
    expect(differing).toEqual([]);
  });

  it("compiles, accepts valid values and rejects others", () => {
    const lines = writeSamples(project, sampled, validators);
    const include = ["generated/catalog.ts", "generated/index.ts", "generated/tools/*.ts", "samples/*.ts"];
    const errors = project.compile(strictestFlags, include);
    const at = ({ file, line }: CompileError) => lines.get(`${file}:${line}`);
    expect(errors.filter((error) => at(error) === undefined)).toEqual([]);
    const wronglyRefused = errors.filter((error) => at(error)?.kind === "valid");
    expect(wronglyRefused.map((error) => `${error.message} ${at(error)?.text}`)).toEqual([]);
    const refused = new Set(errors.map(at));
    const structural = [...lines.values()].filter(({ kind }) => kind !== "valid" && kind !== "text");
    const missed = structural.filter((sample) => !refused.has(sample));
    expect(structural.length).toBeGreaterThan(samples * sampled.length * 0.3);
    const tolerated = Math.floor(structural.length * 0.05);
    expect(missed.slice(tolerated).map(({ text }) => text)).toEqual([]);
  }, 300_000);
});

interface SampleLine {
  readonly kind: string;
  readonly text: string;
}

/** Writes a constant for each sample: inputs as they are sent, and parameters as the validator leaves them. */
function writeSamples(
  project: ScratchProject,
  sampled: readonly Sampled[],
  validators: ReadonlyMap<string, Validator>,
): Map<string, SampleLine> {
  const lines = new Map<string, SampleLine>();
  for (const { model, valid, broken } of sampled) {
    const { file, input, params } = model.names;
    const path = `samples/${file}.ts`;
    const text = [`import type { ${input}, ${params} } from "../generated/tools/${file}.js";`];
    const add = (kind: string, type: string, value: unknown) => {
      const line = `export const value${text.length}: ${type} = ${JSON.stringify(value)};`;
      lines.set(`${path}:${text.push(line)}`, { kind, text: line });
    };
    for (const value of valid) {
      add("valid", input, value);
      const filled = structuredClone(value);
      validators.get(file)?.(filled);
      add("valid", params, filled);
    }
    for (const { kind, value } of broken) add(kind, input, value);
    if (text.length > 1) project.write(path, text.join("\n"));
  }
  return lines;
}
