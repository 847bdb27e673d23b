import type { GeneratorConfig } from "./config.js";
import type { Host } from "./host.js";
import type { Analysis } from "./pipeline.js";

/** Reads, lints and lowers the manifests of a project. What that needs is loaded on the first call. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const pipeline = await import("./pipeline.js");
  return pipeline.analyze(host, config);
}
