import { unknownType, type ObjectSchema, type PlainSchema, type PropertySchema } from "./plain-schema.js";

/** The members that an object has besides those of another, or more exactly; undefined when it is no such object. */
export function ownMembers(type: PlainSchema, base: PlainSchema): ObjectSchema | undefined {
  if (!("properties" in type) || !("properties" in base)) return undefined;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(type.additionalProperties, base.additionalProperties)) return undefined;
  const present = Object.entries(type.properties);
  const gone = Object.keys(base.properties).some((name) => !Object.hasOwn(type.properties, name));
  if (gone || base.required.some((name) => !type.required.includes(name))) return undefined;
  const own = present.flatMap(([name, { docs = [], ...member }]): [string, PropertySchema][] => {
    if (!Object.hasOwn(base.properties, name)) return [[name, { ...member, docs }]];
    const { docs: _docs, ...inherited }: PropertySchema = base.properties[name] ?? unknownType;
    const isRequired = type.required.includes(name) === base.required.includes(name);
    // Editors show the documentation of the member that it refines.
    const deprecated = docs.filter((doc) => typeof doc === "object" && doc.tag === "deprecated");
    return isRequired && isSame(member, inherited) ? [] : [[name, { ...member, docs: deprecated }]];
  });
  return { ...type, properties: Object.fromEntries(own), additionalProperties: false };
}
