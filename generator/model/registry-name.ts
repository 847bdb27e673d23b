/** What the registry of a toolset is called in generated code: `read-only` gives `readOnlyRegistry`. */
export function registryName(toolset: string): string {
  const [first = "", ...others] = toolset.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const words = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${first.charAt(0).toLowerCase()}${first.slice(1)}${words.join("")}Registry`;
}
