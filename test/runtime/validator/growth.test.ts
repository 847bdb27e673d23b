import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { expect, it } from "vitest";
import { emittedValidator } from "../../generator/support/emitted-validator.js";
import { worstCases } from "../../support/worst-cases.js";

/** Wraps an input to count its reads; reading the same object twice returns the same proxy. */
function counted(value: unknown): { readonly input: unknown; readonly reads: () => number } {
  let reads = 0;
  const proxies = new Map<object, object>();
  const wrap = (inner: unknown): unknown => {
    if (typeof inner !== "object" || inner === null) return inner;
    const known = proxies.get(inner);
    if (known !== undefined) return known;
    const proxy = new Proxy(inner, {
      get: (target, key, receiver) => {
        reads++;
        return wrap(Reflect.get(target, key, receiver));
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
    proxies.set(inner, proxy);
    return proxy;
  };
  return { input: wrap(value), reads: () => reads };
}

/** How often a validator reads an input, and how many errors it reports. */
function work(validate: Validate, value: unknown): { readonly reads: number; readonly errors: number } {
  const { input, reads } = counted(value);
  validate(input);
  return { reads: reads(), errors: validate.errors?.length ?? 0 };
}

type Validate = ((data: unknown) => boolean) & { errors?: readonly unknown[] | null };

const engines: Record<string, (schema: JsonSchema) => Validate> = {
  "at run time": compileSchema,
  "in generated code": (schema) => emittedValidator(schema, "schemas"),
  "in generated conditions": (schema) => emittedValidator(schema, "conditions"),
};

it.each(
  Object.entries(engines).flatMap(([name, compile]) =>
    worstCases.map((worst) => [worst.title, name, compile, worst] as const),
  ),
)("%s: validation takes linear time %s", (_title, _name, compile, { schema, input, small }) => {
  const validate = compile(schema);
  const once = work(validate, input(small));
  const twice = work(validate, input(small * 2));
  expect(once.reads).toBeGreaterThan(0);
  expect(twice.reads).toBeLessThan(once.reads * 3);
  expect(twice.errors).toBeLessThan(2000);
});
