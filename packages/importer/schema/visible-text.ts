/** Characters that show nothing, change the order of what is shown, or are halves of one. */
const invisible =
  /[^\P{Cc}\t\n]|\p{Cs}|\p{Bidi_Control}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u115f\u1160\u17b4\u17b5\u200b\u200c\u2028\u2029\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Text of a source without characters that hide something from its reader. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(invisible, "").trim();
}

/** Text of a source on one line of a comment; nothing in it can give instructions to toolkiln or an editor. */
export function commentText(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/toolkiln-ignore|yaml-language-server|\*\//gi, "…")
    .slice(0, 200);
}
