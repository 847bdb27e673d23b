import type { WellKnownKind } from "@toolkiln/runtime";

/** What the body of a new tool gives back: its parameters, in the form of each kind. */
const bodies: Readonly<Record<WellKnownKind, string>> = {
  text: "{ content: JSON.stringify(params, undefined, 2) }",
  structured: "params",
  file_content: `{ path: "params.json", content: JSON.stringify(params), size: JSON.stringify(params).length }`,
  file_list: `{ path: ".", entries: Object.keys(params).map((name) => ({ name, type: "file" as const })) }`,
  table: `{
    columns: [{ key: "name" }, { key: "value" }],
    rows: Object.entries(params).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
  }`,
  diff: `{ path: "params.json", modified: JSON.stringify(params, undefined, 2), isNew: true }`,
  image: `{
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    alt: JSON.stringify(params),
  }`,
};

/** Writes an implementation that its author completes: it runs at once, unless nobody can know what it gives back. */
export function implementationText({
  contract,
  module,
  kind,
}: {
  /** Name of the constant that holds the contract. */
  readonly contract: string;
  /** The way from the implementation to the contract's module. */
  readonly module: string;
  /** The kind of the result; undefined when parameters cannot stand in for its data. */
  readonly kind: string | undefined;
}): string {
  const body = kind === undefined ? notYet(contract) : echo(kind);
  return [
    `import { ${contract} } from ${JSON.stringify(module)};`,
    "",
    `export const tool = ${contract}.implement(async (params) => {`,
    ...body.map((line) => `  ${line}`),
    "});",
    "",
  ].join("\n");
}

function echo(kind: string): readonly string[] {
  const data = new Map<string, string>(Object.entries(bodies)).get(kind) ?? "params";
  return ["// Your code goes here. Until then the tool gives back its parameters.", `return ${data};`];
}

function notYet(contract: string): readonly string[] {
  return [
    "// Your code goes here.",
    `throw new Error(\`${contract} is not implemented yet; it was called with \${JSON.stringify(params)}.\`);`,
  ];
}
