/** The implementation uses no project services. */
export interface NoServices {}

/** Names a service and carries its type. */
export interface ServiceKey<Service> {
  readonly name: string;
  /** For the compiler only; never set. */
  readonly "~service"?: Service;
}

/** A class, as the key of its instance. */
export type ServiceClass<Service> = abstract new (...args: never[]) => Service;

/** Creates the key of a service; keys with the same name are still different. */
export function serviceKey<Service>(name: string): ServiceKey<Service> {
  return Object.freeze({ name });
}

/** The application's services by typed key. Prefer `uses` in the manifest, which types `context.services`. */
export class ToolServices extends Map<unknown, unknown> {
  override set<Service>(key: ServiceKey<Service> | ServiceClass<Service>, service: Service): this {
    return super.set(key, service);
  }
}

/** Finds a service: by key in a provider, by the key's name in an object. */
export function findService(services: object | undefined, key: { readonly name: string }): unknown {
  if (services === undefined) return undefined;
  return isProvider(services) ? services.get(key) : Reflect.get(services, key.name);
}

/** Merges services by name; with a provider on either side, `get` searches the overrides, then the base. */
export function mergeServices(base: object | undefined, overrides: object | undefined): object | undefined {
  if (base === undefined || overrides === undefined) return overrides ?? base;
  const merged: object = Object.assign(Object.create(base) as object, overrides);
  const get = (key: { readonly name: string }) => {
    const own = findService(overrides, key);
    return own === undefined ? findService(base, key) : own;
  };
  return [overrides, base].some(isProvider) ? Object.assign(merged, { get }) : merged;
}

/** Whether it finds services by key, such as a `Map` or `ToolServices`. */
function isProvider(services: object): services is Pick<ToolServices, "get"> {
  return "get" in services && typeof services.get === "function";
}
