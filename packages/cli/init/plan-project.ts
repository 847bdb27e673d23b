import { editorSchemaPath } from "../editor-schema.js";
import { exampleImplementation, exampleManifest, exampleTest } from "./example-tool.js";
import type { Layout } from "./layout.js";
import { packageJson, staysCommonJs, type PackageInput } from "./package-json.js";
import {
  fileWithLines,
  jsonFile,
  objectAt,
  wholeFile,
  type JsonObject,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** What planning has to know of the folder. */
export interface PlanInput extends PackageInput {
  readonly layout: Layout;
  /** Whether there is a configuration already. */
  readonly hasConfig: boolean;
  /** Whether there are manifests already. */
  readonly hasManifests: boolean;
}

/** Everything a project needs, compared with what is there. */
export function planProject(input: PlanInput): readonly PlannedFile[] {
  const { layout, read, hasConfig, hasManifests } = input;
  const { manifests, out, tools, isExisting, schema } = layout;
  const example = hasManifests
    ? []
    : [
        wholeFile(read, `${manifests}/word-count.tool.yaml`, exampleManifest(manifests, schema)),
        wholeFile(read, `${tools}/word-count.ts`, exampleImplementation(tools, out)),
        ...(isExisting ? [] : [wholeFile(read, "test/word-count.test.ts", exampleTest)]),
      ];
  return [
    packageJson(input),
    wholeFile(read, "tsconfig.json", tsconfig(layout, staysCommonJs(input))),
    ...(hasConfig ? [] : [wholeFile(read, "toolkiln.config.ts", configFile(layout))]),
    ...example,
    fileWithLines(read, ".gitignore", ["node_modules/", "dist/", ".toolkiln/"]),
    fileWithLines(read, ".gitattributes", [`${out}/** linguist-generated=true text eol=lf`]),
    fileWithLines(read, ".prettierignore", [`${out}/`]),
    jsonFile(read, ".vscode/settings.json", (settings) => editSettings(settings, layout)),
    wholeFile(read, ".github/workflows/tools.yml", workflow(read)),
  ];
}

function tsconfig({ out, tools }: Layout, commonJs: boolean): string {
  const config = {
    compilerOptions: {
      target: "es2022",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      strict: true,
      noUncheckedIndexedAccess: true,
      // It takes no `import` in CommonJS.
      ...(commonJs ? {} : { verbatimModuleSyntax: true }),
      skipLibCheck: true,
      rootDir: ".",
      outDir: "dist",
    },
    include: [out, tools, "src", "test"],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function configFile({ manifests, out, tools }: Layout): string {
  return `import { defineConfig } from "toolkiln";

export default defineConfig({
  manifests: ${JSON.stringify(manifests)},
  out: ${JSON.stringify(out)},
  tools: ${JSON.stringify(tools)},
});
`;
}

function editSettings(settings: JsonObject, { manifests, schema }: Layout): readonly string[] {
  const schemas = objectAt(settings, "yaml.schemas");
  const wanted = `./${schema}`;
  if (wanted in schemas) return [];
  // A project that declares its first category gets another schema.
  delete schemas[`./${editorSchemaPath({})}`];
  schemas[wanted] = [`${manifests}/**/*.tool.yaml`];
  return ["give manifests their schema"];
}

function workflow(read: ReadText): string {
  const [prepare, install, execute] =
    read("pnpm-lock.yaml") !== undefined
      ? ["corepack enable", "pnpm install --frozen-lockfile", "pnpm exec"]
      : read("yarn.lock") !== undefined
        ? ["corepack enable", "yarn install --immutable", "yarn"]
        : [undefined, "npm ci", "npx"];
  const commands = ["toolkiln check", "tsc --noEmit", "toolkiln test"];
  const steps = [prepare, install, ...commands.map((command) => `${execute} ${command}`)];
  return `name: tools
on:
  push:
    branches: [main, master]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${steps.flatMap((step) => (step === undefined ? [] : `      - run: ${step}\n`)).join("")}`;
}
