import { isRecord } from "@toolkiln/runtime/json";
import { camelCase } from "../names.js";
import type { Part } from "../source/part.js";
import type { Operation } from "./operations.js";
import type { ParameterPlace } from "./request.js";

/** A credential that the application supplies; models neither see nor send it. */
export interface Credential {
  /** The key under which it is injected. */
  readonly key: string;
  readonly description: string;
  readonly required: boolean;
  readonly place: ParameterPlace;
}

/** The credentials that an operation needs: those of the first alternative that can be supplied. */
export function credentialsOf(operation: Operation, document: Part, api: string): Credential[] {
  const alternatives = securityOf(operation, document).map((one) => Object.keys(one));
  const required = alternatives.every((names) => names.length > 0);
  const readable = alternatives
    .filter((names) => names.length > 0)
    .map((names) => names.map((name) => credentialOf(name, document, api, required)));
  const chosen = readable.find((one) => one.every((credential) => credential !== undefined));
  if (chosen === undefined && readable.length > 0) {
    const message = `The security scheme \`${alternatives.flat().join(", ")}\` is not supported; the request is sent without it.`;
    operation.part.get("security").lose(message);
  }
  return chosen?.filter((credential) => credential !== undefined) ?? [];
}

export function isAdministrative(operation: Operation, document: Part): boolean {
  const scopes = securityOf(operation, document).flatMap((one) => Object.values(one).flat());
  return scopes.some((scope) => /\b(admin|owner|root)\b/i.test(String(scope).replaceAll("_", " ")));
}

function securityOf({ part }: Operation, document: Part): Readonly<Record<string, unknown>>[] {
  const security = part.record["security"] ?? document.record["security"];
  return Array.isArray(security) ? security.filter(isRecord) : [];
}

function credentialOf(name: string, document: Part, api: string, required: boolean): Credential | undefined {
  const schemes = document.get(
    ...(document.record["swagger"] === undefined
      ? ["components", "securitySchemes"]
      : ["securityDefinitions"]),
  );
  const place = placeOf(schemes.get(name).follow());
  if (place === undefined) return undefined;
  const key = camelCase(name.toLowerCase().startsWith(api) ? name : `${api}-${name}`);
  const what = place.scheme === "basic" ? "User name and password, as `user:password`" : "Credential";
  return { key, description: `${what} of ${api}.`, required, place };
}

function placeOf({ record: { type, scheme, in: where, name } }: Part): ParameterPlace | undefined {
  const kind = type === "http" ? String(scheme).toLowerCase() : type;
  const header = { in: "header", name: "Authorization" } as const;
  if (kind === "basic") return { ...header, scheme: "basic" };
  if (kind === "bearer" || kind === "oauth2" || kind === "openIdConnect")
    return { ...header, scheme: "bearer" };
  if (kind !== "apiKey" || typeof name !== "string") return undefined;
  return where === "header" || where === "query" || where === "cookie" ? { in: where, name } : undefined;
}
