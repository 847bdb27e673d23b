import { imageFacts, type ImageSource } from "../../model/image-source.js";
import { wrapLine } from "../layout.js";
import { lineOf, type Line } from "../styled-text.js";

/** How images are sent to a terminal that can show them. */
export type ImageProtocol = "kitty" | "iterm" | "none";

/** Describes an image, below it or instead of it. */
export function imageLines(image: ImageSource, width: number): Line[] {
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

const maxChunkLength = 4_096;
/** Maximum base64 sent to a terminal. */
const maxInlineLength = 4_000_000;
/** The assumed width of a cell: Kitty clips images that are wider than the terminal. */
const cellPixels = 8;

/** The escape sequence of an image and a line break; empty if unsupported. `imageSource` has checked the base64. */
export function inlineImage(
  { base64 = "", mimeType, width: pixels = 0 }: ImageSource,
  protocol: ImageProtocol,
  width: number,
): string {
  if (base64 === "" || base64.length > maxInlineLength || mimeType === "image/svg+xml") return "";
  if (protocol === "iterm") return `\x1B]1337;File=inline=1;width=auto;preserveAspectRatio=1:${base64}\x07\n`;
  if (protocol !== "kitty" || mimeType !== "image/png") return "";
  const scale = pixels > width * cellPixels ? `c=${width},` : "";
  const chunks = base64.match(new RegExp(`.{1,${maxChunkLength}}`, "g")) ?? [];
  const sequences = chunks.map((chunk, index) => {
    const start = index === 0 ? `a=T,f=100,${scale}` : "";
    return `\x1B_G${start}q=2,m=${index < chunks.length - 1 ? 1 : 0};${chunk}\x1B\\`;
  });
  return `${sequences.join("")}\n`;
}
