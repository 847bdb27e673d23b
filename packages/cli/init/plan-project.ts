import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { editorSchemaPath } from "../editor-schema.js";
import type { Layout } from "./layout.js";
import { packageJson, type PlanInput } from "./package-json.js";
import {
  fileWithLines,
  jsonFile,
  objectAt,
  wholeFile,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** Plans all files of a project; existing ones are kept or extended. */
export function planProject(input: PlanInput): readonly PlannedFile[] {
  const { layout, read } = input;
  const { manifests, out, tools, schema, hasConfig, hasManifests, isExisting } = layout;
  const files: Readonly<Record<string, string>> = {
    "tsconfig.json": tsconfig(layout),
    ".github/workflows/tools.yml": template("tools.yml.txt", { steps: workflowSteps(read) }),
    ...(!hasConfig && { "toolkiln.config.ts": configFile(layout) }),
    ...(!hasManifests && {
      [`${manifests}/word-count.tool.yaml`]: template("word-count.tool.yaml", {
        schema: posix.relative(manifests, schema),
      }),
      [`${tools}/word-count.ts`]: template("word-count.ts.txt", {
        contract: posix.relative(tools, `${out}/tools/word-count.js`),
      }),
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
      // A project with custom categories uses another schema.
      if (schema !== editorSchemaPath({})) delete schemas[`./${editorSchemaPath({})}`];
      schemas[`./${schema}`] ??= [`${manifests}/**/*.tool.yaml`];
    }),
  ];
}

/** A file of `templates/` with its `{{names}}` replaced. */
function template(name: string, values: Readonly<Record<string, string>> = {}): string {
  const home = dirname(createRequire(import.meta.url).resolve("toolkiln/package.json"));
  const text = readFileSync(join(home, "templates", name), "utf8");
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? "");
}

function tsconfig({ isCommonJs, out, tools }: Layout): string {
  const config = {
    compilerOptions: {
      target: "es2022",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      strict: true,
      noUncheckedIndexedAccess: true,
      // This option forbids `import` in CommonJS.
      ...(!isCommonJs && { verbatimModuleSyntax: true }),
      skipLibCheck: true,
      rootDir: ".",
      outDir: "dist",
    },
    include: [out, tools, "src", "test"],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function configFile({ manifests, out, tools }: Layout): string {
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
  // In a new package, `npm test` runs the equivalent of these commands, and the tests in code.
  const commands =
    read("package.json") === undefined
      ? ["npm test"]
      : ["toolkiln check", "tsc --noEmit", "toolkiln test"].map((command) => `${execute} ${command}`);
  return [...install, ...commands].map((step) => `      - run: ${step}`).join("\n");
}
