/** An error as Ajv reports it. Generated validators omit schema values such as limits. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled schema. The next call overwrites its `errors`: read them at once. */
export interface SchemaValidator {
  (data: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Returns for each rule of a manifest, in order, whether the parameters match. */
export type RuleMatcher = (params: unknown) => readonly boolean[];
