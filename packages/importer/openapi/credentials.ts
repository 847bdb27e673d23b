import { camelCase } from "../names.js";
import type { Part } from "../source/part.js";
import type { Operation } from "./operation.js";
import type { Input, ParameterPlace } from "./request.js";

/** The credentials of an operation, from the first supported security alternative. Models never see them. */
export function credentialsOf({ security, part }: Operation, document: Part, api: string): Input[] {
  const alternatives = security.map((one) => Object.keys(one));
  const isRequired = alternatives.every((names) => names.length > 0);
  const isOld = document.record["swagger"] !== undefined;
  const schemes = isOld ? document.get("securityDefinitions") : document.get("components", "securitySchemes");
  const supplied = alternatives.map((names) =>
    names.flatMap((name): Input[] => {
      const place = placeOf(schemes.get(name).follow());
      if (place === undefined) return [];
      const key = camelCase(name.toLowerCase().startsWith(api) ? name : `${api}-${name}`);
      const what = place.scheme === "basic" ? "User name and password, as `user:password`" : "Credential";
      const description = `${what} of ${api}.`;
      const schema = { type: "string", description, "x-inject": key, "x-sensitive": true };
      return [{ name: key, schema, required: isRequired, place }];
    }),
  );
  const chosen = supplied.find((one, index) => one.length > 0 && one.length === alternatives[index]?.length);
  const names = alternatives.flat().join(", ");
  if (chosen === undefined && names !== "")
    part
      .get("security")
      .lose(`The security scheme \`${names}\` is not supported; the request is sent without it.`);
  return chosen ?? [];
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
