/** A generator of values as fast-check makes them, as far as it is used here. */
export interface ArbitraryLike<T> {
  map<Mapped>(change: (value: T) => Mapped): ArbitraryLike<Mapped>;
  filter(accept: (value: T) => boolean): ArbitraryLike<T>;
}

/** Limits of a length or a range. */
interface Span {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The part of fast-check that is used here; it is handed over, so that nobody has to install it who does not use it. */
export interface FastCheckLike {
  constant(value: unknown): ArbitraryLike<unknown>;
  constantFrom(...values: unknown[]): ArbitraryLike<unknown>;
  oneof(...choices: never[]): ArbitraryLike<unknown>;
  boolean(): ArbitraryLike<boolean>;
  integer(limits: { readonly min: number; readonly max: number }): ArbitraryLike<number>;
  double(limits: {
    readonly min: number;
    readonly max: number;
    readonly noNaN: true;
    readonly noDefaultInfinity: true;
  }): ArbitraryLike<number>;
  string(limits: Span): ArbitraryLike<string>;
  stringMatching(pattern: RegExp): ArbitraryLike<string>;
  uuid(): ArbitraryLike<string>;
  emailAddress(): ArbitraryLike<string>;
  webUrl(): ArbitraryLike<string>;
  domain(): ArbitraryLike<string>;
  ipV4(): ArbitraryLike<string>;
  ipV6(): ArbitraryLike<string>;
  jsonValue(limits: { readonly maxDepth: number }): ArbitraryLike<unknown>;
  array(item: never, limits: Span): ArbitraryLike<unknown[]>;
  tuple(...items: never[]): ArbitraryLike<unknown[]>;
  dictionary(key: never, value: never, limits: { readonly maxKeys: number }): ArbitraryLike<object>;
  record(model: never, limits: never): ArbitraryLike<unknown>;
  /** Gives the result its type: fast-check's own arbitrary of anything. */
  anything(): unknown;
}
