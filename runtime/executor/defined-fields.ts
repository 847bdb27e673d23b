/** The fields that have a value. */
export type DefinedFields<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out the fields that are `undefined`: a field that is there and one that is not are told apart by many. */
export function definedFields<Fields extends object>(fields: Fields): DefinedFields<Fields> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as DefinedFields<Fields>;
}
