import { basename } from "node:path";
import type { OptionalPackage } from "../optional-package.js";
import { version } from "../version.js";
import { linkTo, type Checkout } from "./checkout.js";
import { writesCommonJs } from "./layout.js";
import {
  jsonFile,
  objectAt,
  parseObject,
  type JsonObject,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** What a package.json is planned from. */
export interface PackageInput {
  /** Absolute. */
  readonly root: string;
  readonly read: ReadText;
  /** Whether the package may become one of ES modules. */
  readonly allowModuleType: boolean;
  /** Where our packages are linked from; undefined when they come from the registry. */
  readonly checkout: Checkout | undefined;
  /** The optional packages that the project is to have. */
  readonly optional: readonly OptionalPackage[];
}

/**
 * Whether the package is a CommonJS package and stays one. One that declares it, by its type or its compiler, is left
 * alone, because files with `require` would stop working; one that declares nothing becomes a package of ES modules.
 */
export function staysCommonJs({ read, allowModuleType }: PackageInput): boolean {
  const text = read("package.json");
  if (text === undefined) return false;
  const type = parseObject(text)?.["type"];
  if (type !== undefined) return type === "commonjs";
  return !allowModuleType || writesCommonJs(read);
}

/** Whether a package.json asks for a package. */
export function isDeclared(manifest: JsonObject, name: string): boolean {
  return ["dependencies", "devDependencies"].some((key) => name in objectOr(manifest[key]));
}

/** The names of the packages that a package.json links to a checkout. */
export function linkedPackages(manifest: JsonObject, { packages }: Checkout): readonly string[] {
  const declared: Record<string, unknown> = {
    ...objectOr(manifest["dependencies"]),
    ...objectOr(manifest["devDependencies"]),
  };
  return [...packages.keys()].filter((name) => String(declared[name]).startsWith("file:"));
}

/** The package.json of a project that has tools. */
export function packageJson(input: PackageInput): PlannedFile {
  return jsonFile(input.read, "package.json", (value, isNew) => {
    const changes: string[] = [];
    if (isNew) Object.assign(value, { name: packageName(input.root), version: "0.1.0", private: true });
    if (value["type"] !== "module" && !staysCommonJs(input)) {
      value["type"] = "module";
      changes.push(`set \`"type": "module"\` (.js files with \`require\` then need the ending .cjs)`);
    }
    changes.push(...(isNew ? newScripts(value) : addScripts(value)), ...addDependencies(value, input));
    if (isNew) objectAt(value, "engines")["node"] = ">=20.19";
    return changes;
  });
}

function newScripts(manifest: JsonObject): readonly string[] {
  Object.assign(objectAt(manifest, "scripts"), {
    generate: "toolkiln generate",
    check: "toolkiln check",
    // Tests of deleted tools must not stay in `dist`.
    build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`,
    test: "toolkiln check && npm run --silent build && node --test dist/test/*.test.js && toolkiln test",
  });
  return [];
}

function addScripts(manifest: JsonObject): readonly string[] {
  const present = Object.values(objectOr(manifest["scripts"]));
  if (present.some((script) => String(script).includes("toolkiln "))) return [];
  const scripts = objectAt(manifest, "scripts");
  if (typeof scripts["test"] === "string" && scripts["test"].includes("no test specified"))
    delete scripts["test"];
  return [
    ...setIn(manifest, "scripts", "tools:generate", "toolkiln generate"),
    ...setIn(manifest, "scripts", "tools:check", "toolkiln check && tsc --noEmit && toolkiln test"),
    ...setIn(manifest, "scripts", "test", "toolkiln check && tsc --noEmit && toolkiln test"),
  ];
}

function addDependencies(manifest: JsonObject, input: PackageInput): readonly string[] {
  const { root, read, checkout, optional } = input;
  const add = (key: "dependencies" | "devDependencies", name: string, wanted: string): readonly string[] => {
    const folder = checkout?.packages.get(name);
    if (isDeclared(manifest, name)) return [];
    return setIn(manifest, key, name, folder === undefined ? wanted : linkTo(folder, root));
  };
  return [
    ...add("dependencies", "@toolkiln/runtime", `^${version}`),
    ...add("devDependencies", "toolkiln", `^${version}`),
    ...optional.flatMap((wanted) => add("devDependencies", wanted.name, `^${wanted.version}`)),
    // What the tsconfig that is written needs.
    ...(read("tsconfig.json") === undefined
      ? [
          ...add("devDependencies", "typescript", "^5.9.3"),
          ...add("devDependencies", "@types/node", "^20.19.0"),
        ]
      : []),
  ];
}

/** Sets an entry that is missing; returns what changed. */
function setIn(manifest: JsonObject, key: string, name: string, entry: string): readonly string[] {
  const group = objectAt(manifest, key);
  if (name in group) return [];
  group[name] = entry;
  return [`add \`${name}\` to its ${key}`];
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
