/** An error as Ajv reports it. Generated validators leave out what the schema says itself. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled schema. Its `errors` belong to the last call and are to be read at once. */
export interface SchemaValidator {
  (data: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Tells for each rule of a manifest, in order, whether the parameters match it. */
export type RuleMatcher = (params: unknown) => readonly boolean[];
