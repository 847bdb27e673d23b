const ownColours = new RegExp(String.raw`\u001B\[\d+(?:;\d+)*m`, "g");
// An emoji may contain a joiner or selector; no other invisible character may remain.
const emoji =
  /\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*|[0-9#*]\uFE0F?\u20E3/gu;
const acting = /[^\P{Cc}\n]|[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The first control character or invisible character in terminal output, apart from our own colours. */
export function actingInTerminal(text: string): string | undefined {
  return acting.exec(text.replaceAll(ownColours, "").replaceAll(emoji, ""))?.[0];
}

/** The elements of a page that would run or fetch something. */
export function actingInPage(html: string): string[] {
  return [...html.matchAll(/<\/?[a-z][^>]*>/gi)].flatMap(([element]) => {
    const isActing =
      /^<\/?(script|style|iframe|object|embed|link|meta|base|form|svg|math)\b/i.test(element) ||
      /\s(on\w+|srcdoc|srcset|formaction)=/i.test(element.replaceAll(/"[^"]*"/g, '""')) ||
      [...element.matchAll(/\s([^\s="]+)="([^"]*)"/g)].some(
        ([, name = "", value = ""]) =>
          /^(href|src)$/i.test(name) && !/^(https?:|mailto:|data:image\/)/i.test(value),
      );
    return isActing ? [element] : [];
  });
}
