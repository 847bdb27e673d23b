/** Longest value that a summary shows. */
const maxValueLength = 80;

/** Fills the `{parameter}` placeholders of a summary with values that can do no harm where they are shown. */
export function fillSummary(template: string, params: unknown, sensitive: readonly string[] = []): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    if (sensitive.includes(`/${name}`)) return "••••";
    const value =
      typeof params === "object" && params !== null ? (Reflect.get(params, name) as unknown) : undefined;
    return value === undefined ? placeholder : showValue(value);
  });
}

function showValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
  return visible.length > maxValueLength ? `${visible.slice(0, maxValueLength)}…` : visible;
}
