/** The parts of services that a test needs: some services, and of each some members. */
export type FakeParts<Services extends object> = {
  readonly [Name in keyof Services]?: Services[Name] extends object
    ? Services[Name] | Partial<Services[Name]>
    : Services[Name];
};

/** Services made of the parts that a test gives. Whatever else is used throws an error that names it. */
export function fakeServices<Services extends object>(parts: FakeParts<Services>): Services {
  const services = Object.entries(parts).map(([name, part]) => [name, guard(part, `services.${name}`)]);
  // What is not there throws when it is read.
  return guard(Object.fromEntries(services), "services") as Services;
}

function guard(part: unknown, name: string): unknown {
  if (typeof part !== "object" || part === null) return part;
  return new Proxy(part, {
    get(target, key) {
      if (key in target || typeof key === "symbol" || key === "then" || key === "toJSON") {
        const value: unknown = Reflect.get(target, key);
        // Methods of classes with private members need their own object.
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      }
      throw new Error(`The test gives no \`${name}.${key}\`, which the implementation uses.`);
    },
  });
}
