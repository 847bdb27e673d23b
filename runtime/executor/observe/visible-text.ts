/** Text from a model or a tool with control, bidirectional and line-breaking characters made visible. */
export function visibleText(text: string, maxLength: number): string {
  // Cut first, so that a huge value costs no more than what is shown of it.
  const cut = text.length > maxLength;
  const visible = (cut ? text.slice(0, maxLength) : text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );
  return cut ? `${visible}…` : visible;
}
