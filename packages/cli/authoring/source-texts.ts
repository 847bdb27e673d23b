import type { ImplementationParts } from "@toolkiln/generator";
import type { WellKnownKind } from "@toolkiln/runtime";

/** What a new implementation returns for each kind: the names of its parameters, because values may be sensitive. */
const placeholders: Readonly<Record<WellKnownKind, string>> = {
  text: `{ content: names.join("\\n") }`,
  structured: "{ parameters: names }",
  file_content: `{ path: "parameters.txt", content: names.join("\\n"), size: names.join("\\n").length }`,
  file_list: `{ path: ".", entries: names.map((name) => ({ name, type: "file" as const })) }`,
  table: `{ columns: [{ key: "parameter" }], rows: names.map((parameter) => ({ parameter })) }`,
  diff: `{ path: "parameters.txt", modified: names.join("\\n"), isNew: true }`,
  image: `{
  base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  alt: names.join(", "),
}`,
};

/** An implementation that returns placeholder data; for a custom kind, the parameters. */
export function placeholderFor(kind: string): ImplementationParts {
  const data = new Map(Object.entries(placeholders)).get(kind);
  const [returned, code] =
    data === undefined
      ? ["its parameters", "return params;"]
      : ["the names of its parameters", `const names = Object.keys(params);\nreturn ${data};`];
  return {
    takes: "params",
    body: `// Your code goes here. Until then the tool returns ${returned}.\n${code}`,
  };
}

/** The test file of a new tool: the standard checks, for the author to extend. */
export function testText(module: string): string {
  return `import { describe, it } from "node:test";
import { describeTool } from "@toolkiln/runtime/testing";
import { tool } from ${JSON.stringify(module)};

// Add \`samples\` (valid inputs), and a \`context\` in which the tool runs with each of them.
describeTool(tool, { describe, it });
`;
}

/** The file that declares and creates the services of a project. */
export function servicesText(names: readonly string[]): string {
  return `/** What the tools use; each manifest lists its services under \`uses\`. */
export interface Services {
${names.map((name) => `  ${name}: object;\n`).join("")}}

/** Creates the services for toolkiln commands that run tools, and for your application. */
export function createServices(): Services {
  return { ${names.map((name) => `${name}: {}`).join(", ")} };
}
`;
}
