/** Writes the file that says how one API is reached. */
export function apiText(api: string, baseUrl: string, suffix: string): string {
  const variable = `${api.toUpperCase().replaceAll("-", "_")}_URL`;
  return `import { createHttpApi } from "./http-api${suffix}";

/** Sends requests to ${api}. */
export const ${apiConstant(api)} = createHttpApi({
  baseUrl: process.env[${JSON.stringify(variable)}] ?? ${JSON.stringify(baseUrl)},
  timeoutMs: 60_000,
});
`;
}

/** The constant that sends the requests of an API. */
export function apiConstant(api: string): string {
  return `${api.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Api`;
}
