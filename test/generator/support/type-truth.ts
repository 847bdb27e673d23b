import type { JsonSchema } from "@toolkiln/runtime";
import { defaultConfig } from "../../../generator/config.js";
import { inlineLiteral } from "../../../generator/emit/literal.js";
import { emitTool } from "../../../generator/emit/emit-tool.js";
import { print } from "../../../generator/print/print.js";
import { toModel } from "./corpus.js";
import { ScratchProject, strictestFlags } from "./scratch-project.js";

/** A schema, with values that it allows or does not. */
export interface TypeCase {
  readonly schema: JsonSchema;
  readonly values: readonly { readonly data: unknown; readonly valid: boolean }[];
}

/** The result of compiling values against the types of their schemas. */
export interface TypeTruth {
  /** Compiler errors in the types themselves. */
  readonly faulty: readonly string[];
  readonly valid: number;
  /** Valid values that do not compile. */
  readonly refused: readonly string[];
  readonly broken: number;
  /** Broken values that compile. */
  readonly missed: readonly string[];
}

interface Sample {
  readonly text: string;
  readonly valid: boolean;
}

/** A stub of the validator that a contract imports, because only types are checked. */
const validator = `import type { SchemaValidator } from "@toolkiln/runtime/codegen/v1";
export declare const params: SchemaValidator;
`;

/** Compiles each value against the generated type of its schema. */
export async function judgeTypes(cases: readonly TypeCase[]): Promise<TypeTruth> {
  const project = new ScratchProject();
  const samples = new Map<string, Sample>();
  for (const [position, { schema, values }] of cases.entries()) {
    const id = `case-${position}`;
    const model = toModel({
      id,
      description: id,
      schema: typeof schema === "object" ? schema : { allOf: [schema] },
    });
    const { path, body } = await print(emitTool(model, defaultConfig));
    project.write(`generated/${path}`, body);
    project.write(`generated/tools/${id}.validator.ts`, validator);
    const { input } = model.names;
    const lines = [`import type { ${input} } from "../generated/tools/${id}.js";`];
    for (const { data, valid } of values) {
      const text = `export const value${lines.length}: ${input} = ${inlineLiteral(data)};`;
      samples.set(`samples/${id}.ts:${lines.push(text)}`, {
        text: `${JSON.stringify(schema)}: ${text}`,
        valid,
      });
    }
    project.write(`samples/${id}.ts`, lines.join("\n"));
  }
  const errors = project.compile(strictestFlags, ["samples/*.ts"]);
  project.remove();
  const failed = new Set(errors.map(({ file, line }) => `${file}:${line}`));
  const faulty = errors.flatMap(({ file, message }) =>
    file.startsWith("generated/") ? [`${file}: ${message}`] : [],
  );
  const all = [...samples].map(([place, sample]) => ({ ...sample, compiles: !failed.has(place) }));
  const texts = (valid: boolean, compiles: boolean) =>
    all.filter((sample) => sample.valid === valid && sample.compiles === compiles).map(({ text }) => text);
  const valid = all.filter((sample) => sample.valid).length;
  return {
    faulty,
    valid,
    refused: texts(true, false),
    broken: all.length - valid,
    missed: texts(false, true),
  };
}
