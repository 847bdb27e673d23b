const linkSchemes: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether a link may lead there: whole addresses of the web or mail, nothing that a page could act on. */
export function isLinkAddress(address: string): boolean {
  const url = parse(address);
  return url !== undefined && linkSchemes.has(url.protocol) && url.username === "" && url.password === "";
}

/** Whether an image may come from there: its own bytes, or an encrypted address of the web. */
export function isImageAddress(address: string): boolean {
  return imageData.test(address) || isRemoteImage(address);
}

/** Whether an image would have to be fetched, from where it may be. */
export function isRemoteImage(address: string): boolean {
  return parse(address)?.protocol === "https:";
}

// Browsers drop tabs, line breaks and surrounding controls from an address before they read its scheme.
function parse(address: string): URL | undefined {
  if (/[\p{Cc}\s\\]/u.test(address) || address.length > 4_096) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}
