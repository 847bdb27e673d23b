import { basename } from "node:path";
import type { OptionalPackage } from "../optional-package.js";
import { version } from "../version.js";
import { linkTo, type Checkout } from "./checkout.js";
import type { Layout } from "./layout.js";
import {
  jsonFile,
  objectAt,
  parseObject,
  type JsonObject,
  type PlannedFile,
  type ReadText,
} from "./planned-file.js";

/** Input for planning a package.json. */
export interface PackageInput {
  /** Absolute. */
  readonly root: string;
  readonly read: ReadText;
  readonly layout: Layout;
  /** The checkout that packages are linked to; undefined to use the npm registry. */
  readonly checkout: Checkout | undefined;
  /** The optional packages to install. */
  readonly optional: readonly OptionalPackage[];
}

/**
 * Whether the package stays CommonJS. It does if its `type` or its tsconfig declares CommonJS, because files with
 * `require` would stop working. A package that declares nothing becomes an ES module package.
 */
export function staysCommonJs({ read, layout }: Pick<PackageInput, "read" | "layout">): boolean {
  const type = parseObject(read("package.json") ?? "")?.["type"];
  return type === undefined ? layout.writesCommonJs : type === "commonjs";
}

const groups = ["dependencies", "devDependencies"] as const;

/** Whether a package is a dependency. */
export function isDeclared(manifest: JsonObject, name: string): boolean {
  return groups.some((group) => name in Object(manifest[group]));
}

/** The package.json of a project that has tools. */
export function packageJson(input: PackageInput): PlannedFile {
  return jsonFile(input.read, "package.json", (value, isNew) => {
    const changes: string[] = [];
    if (isNew) Object.assign(value, { name: packageName(input.root), version: "0.1.0", private: true });
    if (value["type"] !== "module" && !staysCommonJs(input)) {
      value["type"] = "module";
      changes.push(`set \`"type": "module"\` (.js files with \`require\` then need the extension .cjs)`);
    }
    changes.push(...addScripts(value, isNew), ...addDependencies(value, input));
    if (isNew) objectAt(value, "engines")["node"] = ">=20.19";
    return changes;
  });
}

const newScripts = {
  generate: "toolkiln generate",
  check: "toolkiln check",
  // Tests of deleted tools must not stay in `dist`.
  build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`,
  test: "toolkiln check && npm run --silent build && node --test dist/test/*.test.js && toolkiln test",
};

const checks = "toolkiln check && tsc --noEmit && toolkiln test";
const addedScripts = { "tools:generate": "toolkiln generate", "tools:check": checks, test: checks };

function addScripts(manifest: JsonObject, isNew: boolean): readonly string[] {
  const scripts = objectAt(manifest, "scripts");
  if (Object.values(scripts).some((script) => String(script).includes("toolkiln "))) return [];
  if (String(scripts["test"]).includes("no test specified")) delete scripts["test"];
  return Object.entries(isNew ? newScripts : addedScripts).flatMap(([name, script]) =>
    setIn(manifest, "scripts", name, script),
  );
}

function addDependencies(
  manifest: JsonObject,
  { root, read, checkout, optional }: PackageInput,
): readonly string[] {
  const development: Record<string, string> = { toolkiln: `^${version}` };
  for (const wanted of optional)
    Object.assign(development, { [wanted.name]: `^${wanted.version}`, ...wanted.needs });
  // Required by the new tsconfig.
  if (read("tsconfig.json") === undefined)
    Object.assign(development, { typescript: "^5.9.3", "@types/node": "^20.19.0" });
  const add = (group: (typeof groups)[number], wanted: Readonly<Record<string, string>>) =>
    Object.entries(wanted)
      .filter(([name]) => !isDeclared(manifest, name))
      .flatMap(([name, range]) => setIn(manifest, group, name, range));
  return [
    ...add("dependencies", { "@toolkiln/runtime": `^${version}` }),
    ...add("devDependencies", development),
    ...(checkout === undefined ? [] : linkDeclared(manifest, checkout, root)),
  ];
}

/** Links toolkiln dependencies that are declared by version: they may not be published. */
function linkDeclared(manifest: JsonObject, { packages }: Checkout, root: string): readonly string[] {
  return groups.flatMap((group) => {
    const declared = objectAt(manifest, group);
    return Object.keys(declared).flatMap((name) => {
      const folder = packages.get(name);
      if (folder === undefined || String(declared[name]).startsWith("file:")) return [];
      declared[name] = linkTo(folder, root);
      return [`link \`${name}\` to the checkout`];
    });
  });
}

/** Adds a missing entry; returns what changed. */
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
