import { isRecord } from "@toolkiln/runtime/json";
import { inside, type ImportReport } from "../import-report.js";
import type { SourceFiles } from "../source/source-files.js";
import type { Operation } from "./operations.js";
import type { ParameterPlace } from "./parameter-place.js";

type Source = Readonly<Record<string, unknown>>;

/** A credential that the application supplies; models neither see nor send it. */
export interface Credential {
  /** The key under which it is injected. */
  readonly key: string;
  readonly description: string;
  readonly required: boolean;
  readonly place: ParameterPlace;
}

/** The credentials that an operation needs: those of the first alternative that can be supplied. */
export function credentialsOf(
  operation: Operation,
  api: string,
  files: SourceFiles,
  report: ImportReport,
): Credential[] {
  const alternatives = securityOf(operation, files);
  const required = alternatives.length > 0 && !alternatives.some((one) => Object.keys(one).length === 0);
  const readable = alternatives.map((one) =>
    Object.keys(one).map((name) => credentialOf(name, api, required, files)),
  );
  const chosen = readable.find(
    (one) => one.length > 0 && one.every((credential) => credential !== undefined),
  );
  if (chosen === undefined && readable.some((one) => one.length > 0)) {
    const names = alternatives.flatMap((one) => Object.keys(one)).join(", ");
    report.lose(
      inside(operation.place, "security"),
      `The security scheme \`${names}\` is not supported; the request is sent without it.`,
    );
  }
  return (chosen ?? []).filter((credential) => credential !== undefined);
}

/** Whether an operation asks for a scope that administrates. */
export function isAdministrative(operation: Operation, files: SourceFiles): boolean {
  const scopes = securityOf(operation, files).flatMap((one) => Object.values(one).flat());
  return scopes.some(
    (scope) => typeof scope === "string" && /\b(admin|owner|root)\b/i.test(scope.replaceAll("_", " ")),
  );
}

function securityOf({ value }: Operation, { main }: SourceFiles): Source[] {
  const security = value["security"] ?? (isRecord(main.value) ? main.value["security"] : undefined);
  return Array.isArray(security) ? security.filter(isRecord) : [];
}

function credentialOf(
  name: string,
  api: string,
  required: boolean,
  files: SourceFiles,
): Credential | undefined {
  const scheme = schemeOf(name, files);
  const place = scheme && placeOf(scheme);
  if (place === undefined) return undefined;
  const named = name.toLowerCase().startsWith(api) ? name : `${api}-${name}`;
  const key = named.replaceAll(
    /[^A-Za-z0-9]+(.)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? "",
  );
  const what = place.scheme === "basic" ? "User name and password, as `user:password`" : "Credential";
  return { key, description: `${what} of ${api}.`, required, place };
}

function schemeOf(name: string, files: SourceFiles): Source | undefined {
  const { main } = files;
  if (!isRecord(main.value)) return undefined;
  const { components, securityDefinitions } = main.value;
  const schemes = isRecord(components) ? components["securitySchemes"] : securityDefinitions;
  if (!isRecord(schemes) || !Object.hasOwn(schemes, name)) return undefined;
  const { value } = files.follow(schemes[name], { source: main, pointer: "" });
  return isRecord(value) ? value : undefined;
}

function placeOf({ type, scheme, in: where, name }: Source): ParameterPlace | undefined {
  const header = { in: "header", name: "Authorization" } as const;
  if (type === "basic" || (type === "http" && String(scheme).toLowerCase() === "basic"))
    return { ...header, scheme: "basic" };
  if (
    type === "oauth2" ||
    type === "openIdConnect" ||
    (type === "http" && String(scheme).toLowerCase() === "bearer")
  )
    return { ...header, scheme: "bearer" };
  if (type !== "apiKey" || typeof name !== "string") return undefined;
  return where === "header" || where === "query" || where === "cookie" ? { in: where, name } : undefined;
}
