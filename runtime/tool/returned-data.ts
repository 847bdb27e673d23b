import type { NoServices } from "../context/tool-services.js";
import type { AnyResultValue } from "../kinds/tool-result-value.js";
import type { ToolFailure, ToolSuccess } from "../result/tool-result.js";
import type { ImplementationObject } from "./tool.js";

/** The compiler infers literals and type arguments inside an implementation from this. */
type ExpectedOutput<Data> = Data | AnyResultValue<Data> | PromiseLike<Data | AnyResultValue<Data>>;

/** Anything that a function may return. Names the expected type, so that literals keep their types. */
export type AnyOutput<Data> = ExpectedOutput<Data> | object | Primitive;

type Primitive = string | number | bigint | boolean | symbol | null | undefined | void;

/** A function or an object that implements a tool; an error message as type if its output is wrong. */
export type CheckedImplementation<Params, Returned, Data, Services extends object = NoServices> = [
  OutputFlaw<Awaited<Returned>, Data>,
] extends [never]
  ? Implementation<Params, Returned | ExpectedOutput<Data>, Services>
  : // A template here, because the compiler would print the name of an alias instead of its text.
    `${OutputFlaw<Awaited<Returned>, Data>}.`;

type Implementation<Params, Output, Services extends object> =
  | ImplementationObject<Params, Output, Services>
  | ImplementationObject<Params, Output, Services>["run"];

/** Describes a wrong output; `never` if the output is correct. */
type OutputFlaw<Output, Data> = 0 extends 1 & Output
  ? never
  : Output extends ToolFailure
    ? never
    : Output extends ToolSuccess<infer Actual>
      ? DataFlaw<Actual, Data>
      : [Output] extends [Data]
        ? DataFlaw<Output, Data>
        : Output extends AnyResultValue<infer Actual>
          ? DataFlaw<Actual, Data> | ExcessFlaw<Output, AnyResultValue, "">
          : Output extends void
            ? "The implementation returns nothing, but its contract promises data"
            : DataFlaw<Output, Data>;

/** Search depth for wrong properties. */
type Levels = [1, 2, 3, 4, 5, 6];

/** Describes wrong data, at any level. Equivalent types are not searched, which ends recursion. */
type DataFlaw<
  Actual,
  Expected,
  Path extends string = "",
  Rest extends readonly unknown[] = Levels,
> = 0 extends (1 & Actual) | (1 & Expected)
  ? never
  : Actual extends unknown
    ? [Actual] extends [Expected]
      ? [Expected] extends [Actual]
        ? never
        : NestedFlaw<Actual, NonNullable<Expected>, Path, Rest>
      : OrElse<NestedFlaw<Actual, NonNullable<Expected>, Path, Rest>, WrongType<NonNullable<Expected>, Path>>
    : never;

type OrElse<Found, Fallback> = [Found] extends [never] ? Fallback : Found;

type NestedFlaw<
  Actual,
  Expected,
  Path extends string,
  Rest extends readonly unknown[],
> = Rest extends readonly [unknown, ...infer Deeper]
  ? Actual extends readonly (infer Item)[]
    ? [ItemOf<Expected>] extends [never]
      ? never
      : DataFlaw<Item, ItemOf<Expected>, `${Path}[]`, Deeper>
    : IsPlain<Actual> | IsPlain<Expected> | HasKeys<Expected> extends true
      ? OrElse<
          MissingFlaw<Actual, Expected, Path> | ExcessFlaw<Actual, Expected, Path>,
          PropertyFlaw<Actual, Expected, Path, Deeper>
        >
      : never
  : never;

/** Whether a type is a plain object: methods indicate a class instance. */
type IsPlain<T> = T extends object
  ? T extends readonly unknown[]
    ? false
    : [Extract<T[keyof T], (...args: never) => unknown>] extends [never]
      ? true
      : false
  : false;

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;
type KeysOf<T> = T extends unknown ? keyof T : never;
/** `object` and the like have no keys and accept all keys. */
type HasKeys<T> = T extends unknown ? ([keyof T] extends [never] ? false : true) : never;
type ValueOf<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** Only a property that all alternatives require can be missing. */
type MissingFlaw<Actual, Expected, Path extends string> = {
  [Key in keyof Expected & string]-?: [Expected] extends [Record<Key, unknown>]
    ? Actual extends Record<Key, unknown>
      ? never
      : `Property '${Joined<Path, Key>}' is missing in the returned data`
    : never;
}[keyof Expected & string];

// If branches return different literals, the compiler adds missing properties as undefined.
type ExcessFlaw<Actual, Expected, Path extends string> = {
  [Key in keyof Actual & string]-?: Key extends KeysOf<Expected>
    ? never
    : [Actual[Key]] extends [undefined]
      ? never
      : `Property '${Joined<Path, Key>}' does not exist in the tool's data`;
}[keyof Actual & string];

type PropertyFlaw<Actual, Expected, Path extends string, Rest extends readonly unknown[]> = {
  [Key in keyof Actual & KeysOf<Expected> & string]-?: DataFlaw<
    Required<Actual>[Key],
    ValueOf<Expected, Key>,
    Joined<Path, Key>,
    Rest
  >;
}[keyof Actual & KeysOf<Expected> & string];

type Joined<Path extends string, Key extends string> = Path extends "" ? Key : `${Path}.${Key}`;

type WrongType<Expected, Path extends string> = `${Path extends ""
  ? "The returned data"
  : `Property '${Path}' of the returned data`} must be ${NameOf<Expected>}`;

type NameOf<T> = [T] extends [boolean]
  ? "a boolean"
  : [T] extends [number]
    ? "a number"
    : [T] extends [string]
      ? string extends T
        ? "a string"
        : "one of the allowed strings"
      : [T] extends [readonly unknown[]]
        ? "an array"
        : [T] extends [object]
          ? "an object"
          : "a value of the declared type";
