import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { editorSchemaPath } from "../editor-schema.js";
import { packageJson, staysCommonJs, type PackageInput } from "./package-json.js";
import {
  fileWithLines,
  jsonFile,
  objectAt,
  wholeFile,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** Input for planning. */
export interface PlanInput extends PackageInput {
  /** The manifest schema for editors. */
  readonly schema: string;
  /** Whether a configuration exists. */
  readonly hasConfig: boolean;
  /** Whether manifests exist. */
  readonly hasManifests: boolean;
}

/** Plans all files of a project; keeps existing ones. */
export function planProject(input: PlanInput): readonly PlannedFile[] {
  const { layout, read, hasConfig, hasManifests, schema } = input;
  const { manifests, out, tools, isExisting } = layout;
  const contract = posix.relative(tools, `${out}/tools/word-count.js`);
  const files: Readonly<Record<string, string>> = {
    "tsconfig.json": tsconfig(input),
    ".github/workflows/tools.yml": template("tools.yml.txt", { steps: workflowSteps(read) }),
    ...(!hasConfig && { "toolkiln.config.ts": configFile(input) }),
    ...(!hasManifests && {
      [`${manifests}/word-count.tool.yaml`]: template("word-count.tool.yaml", {
        schema: posix.relative(manifests, schema),
      }),
      [`${tools}/word-count.ts`]: template("word-count.ts.txt", { contract }),
      ...(!isExisting && { "test/word-count.test.ts": template("word-count.test.ts.txt") }),
    }),
  };
  return [
    packageJson(input),
    ...Object.entries(files).map(([path, contents]) => wholeFile(read, path, contents)),
    fileWithLines(read, ".gitignore", ["node_modules/", "dist/", ".toolkiln/"]),
    fileWithLines(read, ".gitattributes", [`${out}/** linguist-generated=true text eol=lf`]),
    fileWithLines(read, ".prettierignore", [`${out}/`]),
    jsonFile(read, ".vscode/settings.json", (settings) => {
      const schemas = objectAt(settings, "yaml.schemas");
      const wanted = `./${schema}`;
      if (wanted in schemas) return [];
      // A project with custom categories uses another schema.
      delete schemas[`./${editorSchemaPath({})}`];
      schemas[wanted] = [`${manifests}/**/*.tool.yaml`];
      return ["give manifests their schema"];
    }),
  ];
}

/** A file of `templates/` with its `{{names}}` replaced. */
function template(name: string, values: Readonly<Record<string, string>> = {}): string {
  const home = dirname(createRequire(import.meta.url).resolve("toolkiln/package.json"));
  const text = readFileSync(join(home, "templates", name), "utf8");
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? "");
}

function tsconfig(input: PlanInput): string {
  const config = {
    compilerOptions: {
      target: "es2022",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      strict: true,
      noUncheckedIndexedAccess: true,
      // It forbids `import` in CommonJS.
      ...(!staysCommonJs(input) && { verbatimModuleSyntax: true }),
      skipLibCheck: true,
      rootDir: ".",
      outDir: "dist",
    },
    include: [input.layout.out, input.layout.tools, "src", "test"],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function configFile({ layout: { manifests, out, tools } }: PlanInput): string {
  const lines = Object.entries({ manifests, out, tools }).map(
    ([key, path]) => `  ${key}: ${JSON.stringify(path)},\n`,
  );
  return `import { defineConfig } from "toolkiln";\n\nexport default defineConfig({\n${lines.join("")}});\n`;
}

function workflowSteps(read: ReadText): string {
  const [execute, ...install] =
    read("pnpm-lock.yaml") !== undefined
      ? ["pnpm exec", "corepack enable", "pnpm install --frozen-lockfile"]
      : read("yarn.lock") !== undefined
        ? ["yarn", "corepack enable", "yarn install --immutable"]
        : ["npx", "npm ci"];
  const commands = ["toolkiln check", "tsc --noEmit", "toolkiln test"].map(
    (command) => `${execute} ${command}`,
  );
  return [...install, ...commands].map((step) => `      - run: ${step}`).join("\n");
}
