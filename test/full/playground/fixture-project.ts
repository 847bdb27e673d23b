import { toolkiln, project } from "../../cli/command-line.js";

interface FixtureTool {
  /** YAML after the id. */
  readonly manifest: string;
  /** The body of `async (params, context) => …`. */
  readonly body: string;
}

const plain = (kind: string, more = ""): string =>
  `description: Show data of the kind ${kind} to whoever tries it.\ncategory: custom\nrisk: safe\nschema: { properties: {} }\nresult: ${kind}\n${more}`;

const tools: Readonly<Record<string, FixtureTool>> = {
  greet: {
    manifest: `name: Greet
description: |
  Say hello to somebody, as often as you like.
category: custom
risk: safe
tags: [welcome]
executionSummary: "Greet {who}"
schema:
  properties:
    who: { type: string, minLength: 2, description: Whom to greet. }
    times: { type: integer, minimum: 1, maximum: 5, default: 1, description: How often. }
    style: { enum: [plain, loud], default: plain, description: How loud. }
    polite: { type: boolean, description: Whether to be polite. }
    tags: { type: array, items: { type: string }, description: Words to add. }
    address: { type: object, additionalProperties: false, properties: { city: { type: string, description: Where. } }, required: [city], description: Where they live. }
    target:
      description: A number or a name.
      oneOf: [{ type: string }, { type: integer }]
  required: [who]
result: text
examples: [{ title: Ada, params: { who: Ada } }]
tests:
  - { title: greets, params: { who: Ada }, expect: { data: { content: "Hello Ada" } } }
  - { title: fails on purpose, params: { who: Ada }, expect: { data: { content: "Bye" } } }
`,
    body: `({ content: Array(params.times).fill("Hello " + params.who + (params.address ? " of " + params.address.city : "")).join("\\n") })`,
  },
  "show-text": { manifest: plain("text"), body: `({ content: "plain text" })` },
  "show-diff": {
    manifest: plain("diff"),
    body: `({ path: "a.txt", original: "one\\ntwo\\n", modified: "one\\nthree\\n", isNew: false })`,
  },
  "show-file": {
    manifest: plain("file_content"),
    body: `({ path: "a.ts", content: "const a = 1;", size: 12 })`,
  },
  "show-list": {
    manifest: plain("file_list"),
    body: `({ path: ".", entries: [{ name: "a.txt", type: "file", size: 3 }] })`,
  },
  "show-table": {
    manifest: plain("table"),
    body: `({ columns: [{ key: "city" }, { key: "people", label: "People" }], rows: [{ city: "Oslo", people: 7 }, { city: "Bern", people: 1 }, { city: "Rome", people: 28 }] })`,
  },
  "show-image": {
    manifest: plain("image"),
    body: `({ base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", alt: "a dot" })`,
  },
  "show-structured": { manifest: plain("structured"), body: `({ deep: { list: [1, { two: true }] } })` },
  slow: {
    manifest: `description: Take a while and report how far it is.
category: custom
risk: safe
timeout: 20s
schema: { properties: { steps: { type: integer, default: 40, minimum: 1, description: How many steps. } } }
result: text
`,
    body: `{
  for (let step = 0; step < params.steps; step += 1) {
    context.reportProgress({ message: "Step " + step, percentComplete: (100 * step) / params.steps, estimatedRemainingMs: (params.steps - step) * 150 });
    await new Promise((resolve, reject) => { const timer = setTimeout(resolve, 150); context.signal.addEventListener("abort", () => { clearTimeout(timer); reject(context.signal.reason); }); });
  }
  return { content: "done" };
}`,
  },
  erase: {
    manifest: `description: Erase a note, after somebody approved it.
category: custom
risk: medium
executionSummary: "Erase '{note}'"
schema:
  properties:
    note: { type: string, description: Which note. }
    force: { type: boolean, default: false, description: Whether to erase what is locked. }
  required: [note]
rules:
  - when: { force: { const: true } }
    risk: high
    warn: { code: forced, parameter: force, message: Locked notes are erased too. }
result: text
`,
    body: `ToolResult.succeededWithArtifacts([ToolArtifact.deletedFile(params.note + ".txt")], { content: "erased " + params.note }, "Erased")`,
  },
  "big-table": {
    manifest: plain("table"),
    body: `({ columns: [{ key: "n", type: "number" }, { key: "word" }], rows: Array.from({ length: 100000 }, (_, n) => ({ n, word: "word " + ((n * 7919) % 100000) })) })`,
  },
  "big-text": { manifest: plain("text"), body: `({ content: ("x".repeat(79) + "\\n").repeat(262144) })` },
  fails: { manifest: plain("text"), body: `{ throw new RangeError("out of luck"); }` },
  quits: { manifest: plain("text"), body: `process.exit(3)` },
  tenant: {
    manifest: `description: Show whose data a call would read.
category: custom
risk: safe
schema: { properties: { tenant: { type: string, x-inject: tenantId, description: Whose data. } }, required: [tenant] }
result: text
`,
    body: `({ content: "tenant " + params.tenant })`,
  },
  "old-greet": { manifest: plain("text", "deprecated: Use greet instead.\n"), body: `({ content: "old" })` },
};

/** The files of a manifest and its implementation. */
export function toolFiles(id: string, { manifest, body }: FixtureTool): Record<string, string> {
  const contract = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    [`manifests/${id}.tool.yaml`]: `id: ${id}\n${manifest}`,
    [`tools/${id}.ts`]: `import { ToolArtifact, ToolResult } from "@toolkiln/runtime";
import { ${contract} } from "../generated/tools/${id}.js";
void [ToolArtifact, ToolResult];
export const tool = ${contract}.implement(async (params, context) => ${body});
`,
  };
}

/** Makes a project with a tool of every sort, generated; `more` are further files. */
export function fixtureProject(more: Readonly<Record<string, string>> = {}): string {
  const files = Object.entries(tools).map(([id, tool]) => toolFiles(id, tool));
  const cwd = project({
    "package.json": `{ "type": "module" }`,
    "toolkiln.config.json": JSON.stringify({ toolsets: { showing: { ids: ["show-text", "show-table"] } } }),
    "notes/first.txt": "first",
    ...Object.assign({}, ...files),
    ...more,
  });
  const { code, stderr } = toolkiln(["generate"], { cwd });
  if (code !== 0) throw new Error(stderr);
  return cwd;
}

/** Makes a project with that many tools, without implementations. */
export function largeProject(count: number): string {
  const files = Array.from({ length: count }, (_, index) => [
    `manifests/tool-${index}.tool.yaml`,
    `id: tool-${index}\nname: Tool ${index}\ndescription: Do the thing that has the number ${index}.\ncategory: ${index % 2 === 0 ? "custom" : "search"}\nrisk: safe\nschema: { properties: {} }\nresult: text\n`,
  ]);
  return project({ "package.json": `{ "type": "module" }`, ...Object.fromEntries(files) });
}
