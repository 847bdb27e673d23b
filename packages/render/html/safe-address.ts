const linkSchemes: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether a link may have this URL: absolute http(s) or mailto, without credentials. */
export function isLinkAddress(address: string): boolean {
  const url = parse(address);
  return url !== undefined && linkSchemes.has(url.protocol) && url.username === "" && url.password === "";
}

/** Whether an image may have this URL: only a `data:` URL makes no request. */
export function isImageAddress(address: string): boolean {
  return imageData.test(address);
}

// Browsers strip tabs, line breaks and surrounding controls from a URL before they parse it.
function parse(address: string): URL | undefined {
  if (/[\p{Cc}\s\\]/u.test(address) || address.length > 4_096) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}
