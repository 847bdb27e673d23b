import { basename } from "node:path";
import { version } from "../version.js";
import { readCompilerOptions } from "./compiler-options.js";
import { exampleImplementation, exampleManifest, exampleTest } from "./example-tool.js";
import type { Layout } from "./layout.js";
import {
  fileWithLines,
  jsonFile,
  objectAt,
  parseObject,
  wholeFile,
  type JsonObject,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** What planning has to know of the folder. */
export interface PlanInput {
  /** Absolute. */
  readonly root: string;
  readonly layout: Layout;
  readonly read: ReadText;
  /** Whether there is a configuration already. */
  readonly hasConfig: boolean;
  /** Whether there are manifests already. */
  readonly hasManifests: boolean;
  /** Whether the package may become one of ES modules. */
  readonly allowModuleType: boolean;
}

/** Everything a project needs, compared with what is there. */
export function planProject(input: PlanInput): readonly PlannedFile[] {
  const { layout, read, hasConfig, hasManifests } = input;
  const { manifests, out, tools, isExisting } = layout;
  const example = hasManifests
    ? []
    : [
        wholeFile(read, `${manifests}/word-count.tool.yaml`, exampleManifest(manifests)),
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
    jsonFile(read, ".vscode/settings.json", (settings) => editSettings(settings, manifests)),
    jsonFile(read, ".vscode/extensions.json", editExtensions),
    wholeFile(read, ".github/workflows/tools.yml", workflow(read)),
  ];
}

/**
 * Whether the package is one of CommonJS and stays it. One that says so, by its type or by what its compiler writes, is
 * left alone, or files with `require` would stop to run; one that says nothing becomes one of ES modules.
 */
function staysCommonJs({ read, allowModuleType }: PlanInput): boolean {
  const text = read("package.json");
  if (text === undefined) return false;
  const type = parseObject(text)?.["type"];
  if (type !== undefined) return type === "commonjs";
  return !allowModuleType || readCompilerOptions(read)?.module === "commonjs";
}

function packageJson(input: PlanInput): PlannedFile {
  const { root, read } = input;
  return jsonFile(read, "package.json", (value, isNew) => {
    const changes: string[] = [];
    const setIn = (key: string, name: string, entry: string): void => {
      const group = objectAt(value, key);
      if (name in group) return;
      group[name] = entry;
      changes.push(`add \`${name}\` to its ${key}`);
    };
    if (isNew) Object.assign(value, { name: packageName(root), version: "0.1.0", private: true });
    if (value["type"] !== "module" && !staysCommonJs(input)) {
      value["type"] = "module";
      changes.push(`set \`"type": "module"\` (.js files with \`require\` then need the ending .cjs)`);
    }
    if (isNew) {
      Object.assign(objectAt(value, "scripts"), {
        generate: "toolkiln generate",
        check: "toolkiln check",
        build: "tsc",
        test: "toolkiln check && tsc && node --test dist/test/*.test.js && toolkiln test",
      });
    } else if (
      !Object.values(objectOr(value["scripts"])).some((script) => String(script).includes("toolkiln "))
    ) {
      const scripts = objectAt(value, "scripts");
      if (typeof scripts["test"] === "string" && scripts["test"].includes("no test specified"))
        delete scripts["test"];
      setIn("scripts", "tools:generate", "toolkiln generate");
      setIn("scripts", "tools:check", "toolkiln check && tsc --noEmit && toolkiln test");
      setIn("scripts", "test", "toolkiln check && tsc --noEmit && toolkiln test");
    }
    const declared = (name: string): boolean =>
      ["dependencies", "devDependencies"].some((key) => name in objectOr(value[key]));
    if (!declared("@toolkiln/runtime")) setIn("dependencies", "@toolkiln/runtime", `^${version}`);
    if (!declared("toolkiln")) setIn("devDependencies", "toolkiln", `^${version}`);
    if (read("tsconfig.json") === undefined) {
      if (!declared("typescript")) setIn("devDependencies", "typescript", "^5.9.3");
      if (!declared("@types/node")) setIn("devDependencies", "@types/node", "^20.19.0");
    }
    if (isNew) objectAt(value, "engines")["node"] = ">=20.19";
    return changes;
  });
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
  return [
    `import { defineConfig } from "toolkiln";`,
    "",
    "export default defineConfig({",
    `  manifests: ${JSON.stringify(manifests)},`,
    `  out: ${JSON.stringify(out)},`,
    `  tools: ${JSON.stringify(tools)},`,
    "});",
    "",
  ].join("\n");
}

const editorSchema = "./node_modules/toolkiln/schema/manifest.json";

function editSettings(settings: JsonObject, manifests: string): readonly string[] {
  const schemas = objectAt(settings, "yaml.schemas");
  if (editorSchema in schemas) return [];
  schemas[editorSchema] = [`${manifests}/**/*.tool.yaml`];
  return ["give manifests their schema"];
}

function editExtensions(value: JsonObject): readonly string[] {
  const before = Array.isArray(value["recommendations"]) ? value["recommendations"] : [];
  if (before.includes("redhat.vscode-yaml")) return [];
  value["recommendations"] = [...before, "redhat.vscode-yaml"];
  return ["recommend the YAML extension"];
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
  return [
    "name: tools",
    "on: [push, pull_request]",
    "jobs:",
    "  check:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - uses: actions/setup-node@v4",
    "        with: { node-version: 22 }",
    ...steps.filter((step) => step !== undefined).map((step) => `      - run: ${step}`),
    "",
  ].join("\n");
}

function packageName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|[._-]+$/g, "");
  return name === "" || name === "toolkiln" ? "tools" : name;
}

function objectOr(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
