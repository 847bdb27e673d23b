import { docComment } from "../emit/doc-comment.js";
import { propertyName, stringLiteral } from "../emit/literal.js";
import { neverType, type ObjectType, type TupleType, type TypeNode } from "../emit/types/type-node.js";

/** Columns that a line of a generated file has at most, where it can be broken. */
export const lineWidth = 100;

/** Prints a type; `indent` is where its line begins, `used` how much of the line is taken. */
export function printType(type: TypeNode, indent: string, used: number): string {
  switch (type.kind) {
    case "keyword":
      return type.name;
    case "literal":
      return typeof type.value === "string" ? stringLiteral(type.value) : String(type.value);
    case "reference":
      return printReference(type, indent, used);
    case "array":
      return `${type.readonly ? "readonly " : ""}${inner(type.items, indent, used)}[]`;
    case "tuple":
      return printTuple(type, indent, used);
    case "object":
      return printObject(type, indent);
    case "union":
      return printUnion(type.members, indent, used);
    case "intersection":
      return type.members.map((member) => inner(member, indent, used)).join(" & ");
    default:
      return type satisfies never;
  }
}

function printObject(type: ObjectType, indent: string): string {
  if (type.properties.length > 0) return printMembers(type, indent);
  return `{ [key: string]: ${printType(type.index ?? neverType, indent, indent.length)} }`;
}

/** The members of an object type, each on its line. One without any takes no property at all. */
export function printMembers(type: ObjectType, indent: string): string {
  const { properties } = type;
  const index = properties.length === 0 ? (type.index ?? neverType) : type.index;
  const inside = `${indent}  `;
  const members = properties.map(({ name, type, optional, docs }) => {
    const start = `${inside}${propertyName(name)}${optional ? "?" : ""}: `;
    return `${docComment(docs, inside)}${start}${printType(type, inside, start.length)};\n`;
  });
  if (index !== undefined) {
    const start = `${inside}[key: string]: `;
    members.push(`${start}${printType(index, inside, start.length)};\n`);
  }
  return `{\n${members.join("")}${indent}}`;
}

function printReference(
  { name, operator, typeArguments = [] }: Extract<TypeNode, { kind: "reference" }>,
  indent: string,
  used: number,
): string {
  const start = operator === undefined ? name : `${operator} ${name}`;
  if (typeArguments.length === 0) return start;
  const inline = typeArguments.map((argument) => printType(argument, indent, 0)).join(", ");
  if (used + start.length + inline.length + 2 <= lineWidth) return `${start}<${inline}>`;
  const lines = typeArguments.map((argument) => `${indent}  ${printType(argument, `${indent}  `, 0)}`);
  return `${start}<\n${lines.join(",\n")}\n${indent}>`;
}

function printTuple({ elements, rest }: TupleType, indent: string, used: number): string {
  const items = elements.map(({ type, optional }) =>
    optional ? `${inner(type, indent, used)}?` : printType(type, indent, used),
  );
  if (rest !== undefined) items.push(`...${inner(rest, indent, used)}[]`);
  return `[${items.join(", ")}]`;
}

function printUnion(members: readonly TypeNode[], indent: string, used: number): string {
  const inline = members.map((member) => unionMember(member, indent, used)).join(" | ");
  const isShort = !inline.includes("\n") && used + inline.length < lineWidth;
  if (isShort || members.some(({ kind }) => kind === "object")) return inline;
  const inside = `${indent}  `;
  return members.map((member) => `\n${inside}| ${unionMember(member, inside, inside.length)}`).join("");
}

function unionMember(type: TypeNode, indent: string, used: number): string {
  return type.kind === "intersection" ? inner(type, indent, used) : printType(type, indent, used);
}

/** Prints a type that something follows or precedes; unions need parentheses there. */
function inner(type: TypeNode, indent: string, used: number): string {
  const operator = type.kind === "reference" && type.operator !== undefined;
  const bracketed = type.kind === "union" || type.kind === "intersection" || operator;
  const printed = printType(type, indent, used);
  if (!bracketed) return printed;
  return printed.startsWith("\n") ? `(${printed}\n${indent})` : `(${printed})`;
}
