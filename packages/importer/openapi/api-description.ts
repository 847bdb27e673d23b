import { isRecord } from "@toolkiln/runtime/json";
import type { ImportReport } from "../import-report.js";
import { shortName } from "../source/short-name.js";
import { isAddress } from "../source/source-document.js";
import type { SourceFiles } from "../source/source-files.js";

/** What an API is called in files and keys: the first words of its title, or the file. */
export function apiName({ main }: SourceFiles, location: string): string {
  const info = isRecord(main.value) ? main.value["info"] : undefined;
  const title = isRecord(info) && typeof info["title"] === "string" ? info["title"] : "";
  const file =
    location
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? "";
  return shortName(title) || shortName(file) || "api";
}

/** The address that all paths begin with: that of the first server, its variables filled in. */
export function baseUrlOf({ main }: SourceFiles, location: string, report: ImportReport): string {
  const url = isRecord(main.value) ? serverOf(main.value) : undefined;
  const base = isAddress(location) ? location : undefined;
  try {
    return new URL(url ?? "/", base).href.replace(/\/$/, "");
  } catch {
    const path = url?.startsWith("/") === true ? url.replace(/\/$/, "") : "";
    report.lose(
      { source: main, pointer: "/servers" },
      `The document names no server, so requests go to http://localhost${path}.`,
      "Set the address in the environment, or in the file of the API below `support/`.",
    );
    return `http://localhost${path}`;
  }
}

function serverOf(document: Readonly<Record<string, unknown>>): string | undefined {
  const { servers, host, basePath, schemes } = document;
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (isRecord(server) && typeof server["url"] === "string") {
    const variables = isRecord(server["variables"]) ? server["variables"] : {};
    return server["url"].replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return isRecord(variable) ? String(variable["default"]) : whole;
    });
  }
  const path = typeof basePath === "string" ? basePath : "";
  if (typeof host !== "string") return path === "" ? undefined : path;
  const scheme = Array.isArray(schemes) && !schemes.includes("https") ? String(schemes[0]) : "https";
  return `${scheme}://${host}${path}`;
}
