import type { Host } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ImportedSource } from "../imported-tool.js";
import { importSuffix } from "./implementation-text.js";
import type { PlannedFile } from "./import-plan.js";

/** The helpers that implementations import; one that is there already stays, and is reported when it differs. */
export async function supportFiles(
  { support, tools, report }: ImportedSource,
  config: GeneratorConfig,
  host: Host,
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const { path: name, text } of support) {
    const path = `${config.tools}/${name}`;
    const contents = text(importSuffix(config));
    const bytes = await host.readFile(path);
    if (bytes === undefined) planned.push({ path, contents });
    else if (new TextDecoder().decode(bytes) !== contents && tools[0] !== undefined) {
      const place = { source: tools[0].place.source, pointer: "" };
      const message = `${path} exists and differs from what this import would write; it stays as it is.`;
      report.add(
        "TK8003",
        place,
        message,
        "Move your changes elsewhere and remove the file to get the new one.",
      );
    }
  }
  return planned;
}
