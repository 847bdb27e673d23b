import type { WellKnownKind } from "@toolkiln/runtime";

/**
 * What a new implementation returns for each kind: the names of its parameters. Not their values, because some are
 * injected or sensitive.
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

/** Writes a stub implementation. It runs as it is, unless placeholder data is impossible for its kind. */
export function implementationText({
  contract,
  module,
  kind,
}: {
  /** Name of the contract constant. */
  readonly contract: string;
  /** Import path from the implementation to the contract. */
  readonly module: string;
  /** The kind of the result; undefined when parameters cannot serve as its data. */
  readonly kind: string | undefined;
}): string {
  const data = new Map<string | undefined, string>(Object.entries(placeholders)).get(kind);
  const [comment, statement] =
    kind === undefined
      ? [
          "; its first argument holds the parameters.",
          `throw new Error("${contract} is not implemented yet.");`,
        ]
      : data === undefined
        ? [". Until then the tool returns its parameters.", "return params;"]
        : [". Until then the tool returns the names of its parameters.", `return ${data};`];
  return `import { ${contract} } from ${JSON.stringify(module)};

export const tool = ${contract}.implement(async (${kind === undefined ? "" : "params"}) => {
  // Your code goes here${comment}
  ${statement}
});
`;
}

/** Writes a test with the checks for every tool, for its author to extend. */
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
