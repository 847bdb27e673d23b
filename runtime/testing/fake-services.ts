/** The services that a test needs, each with some of its members. */
export type FakeParts<Services extends object> = {
  readonly [Name in keyof Services]?: Services[Name] extends object
    ? Services[Name] | Partial<Services[Name]>
    : Services[Name];
};

/** Fakes services with only the given members. Using any other member throws an error that names it. */
export function fakeServices<Services extends object>(parts: FakeParts<Services>): Services {
  const services = Object.entries(parts).map(([name, part]) => [name, guard(part, `services.${name}`)]);
  // Reading a missing service throws.
  return guard(Object.fromEntries(services), "services") as Services;
}

function guard(part: unknown, name: string): unknown {
  if (typeof part !== "object" || part === null) return part;
  return new Proxy(part, {
    get(target, key) {
      if (key in target || typeof key === "symbol" || key === "then" || key === "toJSON") {
        const value: unknown = Reflect.get(target, key);
        // Methods that use private members need the original `this`.
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      }
      throw new Error(`The implementation uses \`${name}.${key}\`, which the test does not provide.`);
    },
  });
}
