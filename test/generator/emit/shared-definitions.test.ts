import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ToolContract } from "@toolkiln/runtime";
import { files, manifest } from "../support/complete-project.js";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

const shared = {
  $defs: {
    issue: {
      type: "object",
      description: "An issue of the tracker.",
      properties: {
        title: { type: "string", minLength: 2 },
        labels: { type: "array", items: { $ref: "#/$defs/label" }, default: ["new"] },
        children: { type: "array", items: { $ref: "#/$defs/issue" } },
      },
      required: ["title"],
      additionalProperties: false,
    },
    label: { enum: ["new", "bug"] },
    number: { type: "integer", minimum: 1, description: "The number of an issue." },
    jsonSchema: { type: "object", description: "Named like a type of the runtime." },
    rules: { type: "string", description: "Named like a function of the runtime." },
  },
};
const refer = (name: string) => ({ $ref: `../shared/tracker.yaml#/$defs/${name}` });
const manifests: [string, string][] = [
  manifest("issue-create", {
    schema: {
      properties: { issue: refer("issue"), parent: refer("number"), number: { $ref: "#/$defs/number" } },
      required: ["issue"],
      $defs: { number: { type: "string" } },
    },
    rules: [{ when: { parent: refer("number") }, risk: "high" }],
    result: { kind: "tracker.issue", data: refer("issue") },
  }),
  manifest("issue-find", {
    schema: {
      properties: {
        number: refer("number"),
        filter: refer("jsonSchema"),
        rules: refer("rules"),
      },
    },
    rules: [{ when: { rules: refer("rules") }, risk: "low" }],
  }),
  manifest("issue-merge", { schema: { allOf: [{ properties: { into: refer("issue") } }] } }),
  ["shared/tracker.yaml", JSON.stringify(shared)],
];

const project = new ScratchProject();
afterAll(() => project.remove());
let all = new Map<string, string>();

beforeAll(async () => {
  all = await files(manifests, { importExtension: "ts" });
  for (const [path, contents] of all) project.write(path, contents);
}, 60_000);

/** The result of checking an input: the parameters, or the error messages. */
async function check(id: string, name: string, input: unknown): Promise<unknown> {
  const module: unknown = await import(join(project.root, `generated/tools/${id}.ts`));
  const { [name]: contract } = module as Record<string, ToolContract<unknown, unknown, unknown>>;
  const checked = await contract?.checkInput(input);
  return checked?.valid === false ? checked.errors.map(({ message }) => message) : checked?.params;
}

it("emits one type, schema and validator per shared definition, which tools import", () => {
  const create = all.get("generated/tools/issue-create.ts") ?? "";
  expect(create).toContain('import { type Issue, type IssueParams, issueSchema } from "../shared/issue.ts";');
  expect(create).toContain("parent?: Number;");
  expect(all.get("generated/shared/number.ts")).toContain(
    "/**\n * The number of an issue.\n * Checked at run time only: a whole number, at least 1.\n */\nexport type Number = number;",
  );
  expect(all.get("generated/index.ts")).toContain(
    'export type { Issue, IssueParams } from "./shared/issue.ts";',
  );
  for (const text of ["title: {", "An issue of the tracker"])
    expect([...all].filter(([path, code]) => path.endsWith(".ts") && code.includes(text))).toHaveLength(1);
});

it("describes errors inside a shared definition and fills in its defaults", async () => {
  expect(await check("issue-create", "issueCreate", { issue: { title: "t" }, parent: 0 })).toEqual([
    'expected a string with at least 2 characters, got "t".',
    "expected an integer of at least 1, got 0.",
  ]);
  const issue = { title: "one", children: [{ title: "two" }, { title: "three", labels: ["old"] }] };
  expect(await check("issue-create", "issueCreate", { issue })).toEqual([
    'expected one of "new", "bug", got "old".',
  ]);
  expect(
    await check("issue-create", "issueCreate", { issue: { title: "one", children: [{ title: "two" }] } }),
  ).toEqual({
    issue: { title: "one", labels: ["new"], children: [{ title: "two", labels: ["new"] }] },
  });
  expect(await check("issue-merge", "issueMerge", { into: { title: "t" } })).toEqual([
    'must NOT have fewer than 2 characters, got "t".',
  ]);
  expect(await check("issue-find", "issueFind", { number: 1 })).toEqual({ number: 1 });
});

it("compiles with every flag", () => {
  const flags = { ...strictestFlags, allowImportingTsExtensions: true, noEmit: true };
  expect(
    project.compile(flags, ["generated/shared/*.ts", "generated/tools/*.ts", "generated/index.ts"]),
  ).toEqual([]);
});
