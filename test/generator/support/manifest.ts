/** The text of a small manifest. */
export function manifestText(id: string, extra = ""): string {
  return [
    `id: ${id}`,
    `description: Does what ${id} does.`,
    "category: custom",
    "risk: safe",
    "result: text",
    "schema:",
    "  properties:",
    "    subject: { type: string, description: What it is about. }",
    "    count: { type: integer, default: 1, description: How often. }",
    "  required: [subject]",
    extra,
  ].join("\n");
}

/** The files of a project with some tools. */
export function projectFiles(ids: readonly string[]): Map<string, string> {
  return new Map(ids.map((id) => [`manifests/${id}.tool.yaml`, manifestText(id)]));
}
