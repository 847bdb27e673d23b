/** Fields without `undefined` ones, for data that is serialised or merged. */
export type PresentFields<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Omits fields that are `undefined`. */
export function presentFields<Fields extends object>(fields: Fields): PresentFields<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as PresentFields<Fields>;
}
