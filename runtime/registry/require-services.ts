import type { ServiceUses } from "./tool-handle.js";

/** Throws when a tool uses a service that is not there: its calls would fail later and elsewhere. */
export function requireServices(services: object, uses: ServiceUses): void {
  for (const [id, names] of Object.entries(uses)) {
    const missing = names.find((name) => Reflect.get(services, name) === undefined);
    if (missing !== undefined)
      throw new TypeError(`Tool '${id}' uses the service '${missing}', which was not given in \`services\`.`);
  }
}
