import { imageFacts, type ImageSource } from "../../model/image-source.js";
import { wrapLine } from "../layout.js";
import { lineOf, type Line } from "../styled-text.js";
import type { ImageProtocol, TerminalView } from "../terminal-options.js";

/** What is known about an image, for terminals that cannot show it. */
export function imageLines(image: ImageSource, { width }: TerminalView): Line[] {
  const { mimeType, url, alt } = image;
  const facts = mimeType === undefined ? ["image", ...imageFacts(image)] : imageFacts(image);
  const head: Line = [
    { text: "[", style: "muted" },
    ...lineOf(facts.join(", "), "type"),
    { text: "]", style: "muted" },
    ...(alt === undefined ? [] : [{ text: " " }, ...lineOf(alt)]),
  ];
  const address = url === undefined ? [] : wrapLine(lineOf(url.slice(0, 2_000), "link"), width);
  return [...wrapLine(head, width), ...address];
}

const chunkLength = 4_096;
/** Longest base64 that is sent to a terminal. */
const maxInlineLength = 4_000_000;

/** The sequence that draws an image; undefined where it cannot be drawn. The bytes were checked to be base64. */
export function inlineImage({ base64, mimeType }: ImageSource, protocol: ImageProtocol): string | undefined {
  if (base64 === undefined || base64.length > maxInlineLength || mimeType === "image/svg+xml")
    return undefined;
  if (protocol === "iterm") return `\x1B]1337;File=inline=1;width=auto;preserveAspectRatio=1:${base64}\x07`;
  if (protocol !== "kitty" || mimeType !== "image/png") return undefined;
  const chunks = base64.match(new RegExp(`.{1,${chunkLength}}`, "g")) ?? [];
  return chunks
    .map((chunk, index) => {
      const more = index < chunks.length - 1 ? 1 : 0;
      return `\x1B_G${index === 0 ? "a=T,f=100," : ""}q=2,m=${more};${chunk}\x1B\\`;
    })
    .join("");
}
