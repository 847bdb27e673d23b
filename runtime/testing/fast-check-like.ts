/** The part of fast-check's arbitraries that is used here. */
export interface ArbitraryLike<T> {
  map<Mapped>(change: (value: T) => Mapped): ArbitraryLike<Mapped>;
  filter(accept: (value: T) => boolean): ArbitraryLike<T>;
}

type Span = { readonly minLength?: number; readonly maxLength?: number };

/** The part of fast-check that is used here; passed in, so that only its users have to install it. */
export interface FastCheckLike {
  constant(value: unknown): ArbitraryLike<unknown>;
  constantFrom(...values: unknown[]): ArbitraryLike<unknown>;
  oneof(...choices: never[]): ArbitraryLike<unknown>;
  boolean(): ArbitraryLike<boolean>;
  integer(limits: { readonly min: number; readonly max: number }): ArbitraryLike<number>;
  double(limits: { min: number; max: number; noNaN: true; noDefaultInfinity: true }): ArbitraryLike<number>;
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
  /** Determines the result type: fast-check's arbitrary of anything. */
  anything(): unknown;
}
