import type { MarkedToken } from "marked";
import { knownTokens, plainText } from "../../model/markdown-tokens.js";
import { neutralise, type Span, type Style } from "../styled-text.js";

/** The pieces of a line of Markdown. The target of a link is always shown, since nobody can hover over it. */
export function inlineSpans(tokens: readonly MarkedToken[], style?: Style): Span[] {
  return tokens.flatMap((token) => spansOf(token, style));
}

function spansOf(token: MarkedToken, style: Style | undefined): Span[] {
  switch (token.type) {
    case "strong":
      return inlineSpans(knownTokens(token.tokens), style ?? "strong");
    case "em":
      return inlineSpans(knownTokens(token.tokens), style ?? "emphasis");
    case "del":
      return inlineSpans(knownTokens(token.tokens), "struck");
    case "codespan":
      return spans(token.text, "string");
    case "link": {
      const label = inlineSpans(knownTokens(token.tokens), "link");
      const same = label.map(({ text }) => text).join("") === token.href;
      return same ? label : [...label, ...spans(` (${token.href})`, "muted")];
    }
    case "image":
      return [
        ...spans("[image] ", "muted"),
        ...spans(token.text, style),
        ...spans(` (${token.href.slice(0, 200)})`, "muted"),
      ];
    case "escape":
      return spans(token.text, style);
    case "br":
      return [{ text: " " }];
    case "text":
      return token.tokens === undefined
        ? spans(plainText(token.text), style)
        : inlineSpans(knownTokens(token.tokens), style);
    case "html":
    case "blockquote":
    case "checkbox":
    case "code":
    case "def":
    case "heading":
    case "hr":
    case "list":
    case "list_item":
    case "paragraph":
    case "space":
    case "table":
    default:
      return spans(token.raw, style);
  }
}

// A soft line break is a space; every other hidden character is made visible.
function spans(text: string, style: Style | undefined): Span[] {
  return neutralise([{ text: text.replaceAll(/[ \t]*\n[ \t]*/g, " "), style }]);
}
