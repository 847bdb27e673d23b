/** Text that can stand inside a documentation comment: nothing in it can end the comment. */
export function commentText(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replaceAll(/[\u2028\u2029]/g, " ")
    .trim();
}
