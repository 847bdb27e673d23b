// The interfaces of Standard Schema and Standard JSON Schema, version 1, as far as toolkiln speaks them.
// They are declared here because a dependency for types alone would have to be installed by every user.

/** A schema that any library which knows Standard Schema can validate with. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaProps<Input, Output>;
}

/** The properties every Standard Schema has. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
}

/** The outcome of validation: the value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Which JSON Schema is wanted. */
export interface StandardJsonSchemaOptions {
  readonly target: "draft-2020-12" | "draft-07" | (string & {});
}

/** Turns a schema into JSON Schema of a wanted dialect. */
export interface StandardJsonSchemaConverter {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

/** A Standard Schema that also provides its JSON Schema. */
export interface StandardSchemaWithJson<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaProps<Input, Output> & {
    readonly jsonSchema: StandardJsonSchemaConverter;
  };
}
