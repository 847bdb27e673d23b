/** Words that every title has. */
const idle = /^(the|openapi|swagger|rest|spec|api|mcp|servers?|v\d+)$/;

/** The first words of a title as the name of a file; empty when it has none. */
export function shortName(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/['’]s\b/g, "")
    .replaceAll(/v?\d+(\.\d+)+/g, "")
    .match(/[a-z][a-z0-9]*/g);
  return (words ?? [])
    .filter((word) => !idle.test(word))
    .slice(0, 3)
    .join("-")
    .slice(0, 40);
}
