import { defaultConfig, type GeneratorConfig } from "../../../generator/config.js";
import type { DiagnosticCode, Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { analyze, type Analysis } from "../../../generator/analyze.js";
import { bytesHost } from "./bytes-host.js";
import { exampleFiles } from "./example-files.js";

/** Lints and lowers an example: a part of a manifest, or several files, each after a `# file:` line. */
export async function analyzeExample(
  example: string,
  config: Partial<GeneratorConfig> = {},
): Promise<Analysis> {
  return analyze(bytesHost(exampleFiles(example)), { ...defaultConfig, ...config });
}

/** The diagnostics of an example. */
export async function diagnosticsOf(
  example: string,
  config?: Partial<GeneratorConfig>,
): Promise<readonly Diagnostic[]> {
  return (await analyzeExample(example, config)).diagnostics;
}

/** The codes of an example's diagnostics. */
export async function codesOf(example: string, config?: Partial<GeneratorConfig>): Promise<DiagnosticCode[]> {
  return (await diagnosticsOf(example, config)).map(({ code }) => code);
}
