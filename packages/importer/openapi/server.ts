import type { Part } from "../source/part.js";
import { isAddress } from "../source/source-document.js";

/** The address that all paths begin with: that of the first server, its variables filled in. */
export function baseUrlOf(document: Part, location: string): string {
  const server = serverOf(document);
  try {
    return new URL(server ?? "/", isAddress(location) ? location : undefined).href.replace(/\/$/, "");
  } catch {
    const path = server?.startsWith("/") === true ? server.replace(/\/$/, "") : "";
    const help = "Set the address in the environment, or in the file of the API below `support/`.";
    const message = `The document names no server, so requests go to http://localhost${path}.`;
    document.get("servers").lose(message, help);
    return `http://localhost${path}`;
  }
}

function serverOf(document: Part): string | undefined {
  const server = document.get("servers", 0);
  const address = server.text("url")?.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    return server.get("variables", name).text("default") ?? whole;
  });
  if (address !== undefined) return address;
  // OpenAPI 2.0 has the address in parts.
  const [host, path = ""] = [document.text("host"), document.text("basePath")];
  if (host === undefined) return path === "" ? undefined : path;
  const schemes = document.texts("schemes");
  return `${schemes.includes("https") ? "https" : (schemes[0] ?? "https")}://${host}${path}`;
}
