import type { WellKnownKind } from "@toolkiln/runtime";

/**
 * What a new implementation returns for each kind: the names of its parameters. Their values stay out of results and
 * errors, because injected and sensitive ones are among them.
 */
const placeholders: Readonly<Record<WellKnownKind, string>> = {
  text: `{ content: Object.keys(params).join("\\n") }`,
  structured: "{ parameters: Object.keys(params) }",
  file_content: `{
    path: "parameters.txt",
    content: Object.keys(params).join("\\n"),
    size: Object.keys(params).join("\\n").length,
  }`,
  file_list: `{ path: ".", entries: Object.keys(params).map((name) => ({ name, type: "file" as const })) }`,
  table: `{ columns: [{ key: "parameter" }], rows: Object.keys(params).map((parameter) => ({ parameter })) }`,
  diff: `{ path: "parameters.txt", modified: Object.keys(params).join("\\n"), isNew: true }`,
  image: `{
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    alt: Object.keys(params).join(", "),
  }`,
};

/** Writes an implementation that its author completes: it runs at once, unless its data cannot be guessed. */
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
  const [parameters, lines] =
    kind === undefined ? (["", notYet(contract)] as const) : (["params", echo(kind)] as const);
  return [
    `import { ${contract} } from ${JSON.stringify(module)};`,
    "",
    `export const tool = ${contract}.implement(async (${parameters}) => {`,
    ...lines.map((line) => `  ${line}`),
    "});",
    "",
  ].join("\n");
}

/** A kind of one's own that `new` declares has the parameters, which it declares too, as its data. */
function echo(kind: string): readonly string[] {
  const data = new Map<string, string>(Object.entries(placeholders)).get(kind);
  return data === undefined
    ? ["// Your code goes here. Until then the tool returns its parameters.", "return params;"]
    : ["// Your code goes here. Until then the tool returns the names of its parameters.", `return ${data};`];
}

function notYet(contract: string): readonly string[] {
  return [
    "// Your code goes here; its first argument holds the parameters.",
    `throw new Error("${contract} is not implemented yet.");`,
  ];
}

/** Writes a test that checks what every tool has to do, for its author to extend. */
export function testText(module: string): string {
  return `import { describe, it } from "node:test";
import { describeTool } from "@toolkiln/runtime/testing";
import { tool } from ${JSON.stringify(module)};

// Add \`samples\` that the tool accepts, and a \`context\` to run it with them.
describeTool(tool, { describe, it });
`;
}

/** Writes the file that declares and creates the services of a project. */
export function servicesText(names: readonly string[]): string {
  return `/** What the tools use; each manifest names its part under \`uses\`. */
export interface Services {
${names.map((name) => `  ${name}: object;\n`).join("")}}

/** Creates the services for \`toolkiln run\`, \`test\` and \`mcp\`, and for your application. */
export function createServices(): Services {
  return { ${names.map((name) => `${name}: {}`).join(", ")} };
}
`;
}
