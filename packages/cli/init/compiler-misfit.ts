import type { CompilerOptions } from "./compiler-options.js";

/** What a package's files are to Node: what its package.json says, and CommonJS when it says nothing. */
export type PackageType = "module" | "commonjs" | undefined;

/** Why a compiler refuses generated code, or what it writes does not run; and what to change. */
export interface CompilerMisfit {
  readonly message: string;
  readonly help: string;
}

/** Compares a project's tsconfig with its package; undefined when generated code compiles and runs. */
export function compilerMisfit(
  options: CompilerOptions,
  type: PackageType,
  typescript: string | undefined,
): CompilerMisfit | undefined {
  const version = versionOf(typescript);
  const module = options.module ?? defaultModule(options, version);
  const resolution = options.moduleResolution ?? defaultResolution(module, version);
  if (resolution === "classic")
    return {
      message: `tsconfig.json asks for \`module: ${module}\` with classic module resolution, which finds no packages.`,
      help: 'Set "moduleResolution": "bundler", or "module": "nodenext".',
    };
  if (type === "module") return misfitOfModules(module, options);
  if (/^node1\d$/.test(module) || (module === "nodenext" && version < requiresModules))
    return {
      message: `In a CommonJS package, \`module: ${module}\`${module === "nodenext" ? " before TypeScript 5.8" : ""} refuses to require ES modules such as @toolkiln/runtime.`,
      help: 'Set "module": "nodenext" with TypeScript 5.8 or later, or "module": "commonjs".',
    };
  if (options.verbatimModuleSyntax === true && (module === "commonjs" || module.startsWith("node")))
    return {
      message: "`verbatimModuleSyntax` refuses the imports of generated code in a CommonJS package.",
      help: 'Remove it from tsconfig.json, or set "type": "module" in package.json.',
    };
  return undefined;
}

function misfitOfModules(module: string, { noEmit }: CompilerOptions): CompilerMisfit | undefined {
  if (module !== "commonjs" || noEmit === true) return undefined;
  return {
    message: '`module: commonjs` writes CommonJS, but package.json says "type": "module".',
    help: 'Set "module": "nodenext" in tsconfig.json.',
  };
}

/** The first compiler that lets CommonJS require ES modules, as Node does. */
const requiresModules = 5.08;

/** A version as a number that can be compared; the newest when it is not known. */
function versionOf(text: string | undefined): number {
  const [major, minor = 0] = (text ?? "").split(".").map(Number);
  return major === undefined || !Number.isFinite(major) || text === undefined
    ? Number.POSITIVE_INFINITY
    : major + minor / 100;
}

function defaultModule({ target = "es5" }: CompilerOptions, version: number): string {
  if (version >= 6) return "esnext";
  return target === "es3" || target === "es5" ? "commonjs" : "es2015";
}

function defaultResolution(module: string, version: number): string {
  if (module.startsWith("node") || module === "preserve") return module;
  if (version >= 6) return "bundler";
  return module === "commonjs" ? "node10" : "classic";
}
