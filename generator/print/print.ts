import { docComment, type DocParagraph } from "../emit/doc-comment.js";
import type { FileStructure } from "../emit/file-structure.js";
import { stringLiteral } from "../emit/literal.js";
import type { ReExportedName, Statement, TypeReference, TypeStatement } from "../emit/statement.js";
import { lineWidth } from "./lay-out-type.js";
import { writeType } from "./write-type.js";

/** A generated file without its header. */
export interface PrintedFile {
  readonly path: string;
  readonly source: string;
  readonly body: string;
}

/** Prints a file as formatted TypeScript. */
export async function print({ path, source, unchecked, statements }: FileStructure): Promise<PrintedFile> {
  const printed = await Promise.all(statements.map(printStatement));
  if (unchecked === true) return { path, source, body: `// @ts-nocheck\n${printed.join("")}` };
  const body = printed.map((text, position) =>
    position > 0 && isApart(statements[position]) ? `\n${text}` : text,
  );
  return { path, source, body: body.join("") };
}

/** Declarations are set off by an empty line; imports and re-exports stand together. */
function isApart(statement: Statement | undefined): boolean {
  return statement?.kind !== "import" && statement?.kind !== "re-export";
}

async function printStatement(statement: Statement): Promise<string> {
  switch (statement.kind) {
    case "import":
      return printNames("import", statement.names, statement.module);
    case "re-export":
      return printNames("export", statement.names, statement.module);
    case "type":
      return printDeclaration(statement);
    case "interface":
      return printInterface(statement);
    case "const":
      return printConst(statement);
    case "function":
      return printFunction(statement);
    case "base-class":
      return printBaseClass(statement);
    case "validator-code":
      return `${statement.code}\n`;
    default:
      return statement satisfies never;
  }
}

function docs(statement: { readonly docs: readonly DocParagraph[] }): string {
  return docComment(statement.docs, "");
}

async function printDeclaration(statement: TypeStatement): Promise<string> {
  const { name, type, extends: base } = statement;
  if (base !== undefined && "properties" in type && Object.keys(type.properties).length === 0)
    return `${docs(statement)}export type ${name} = ${base};\n`;
  const { kind, text } = await writeType(type, `export type ${name} = `.length);
  const heritage = base === undefined ? "" : `extends ${base} `;
  if (kind === "interface") return `${docs(statement)}export interface ${name} ${heritage}${text}\n`;
  return `${docs(statement)}export type ${name} =${text.startsWith("\n") ? "" : " "}${text};\n`;
}

function printInterface(statement: Extract<Statement, { kind: "interface" }>): string {
  const members = statement.members.map(([name, type]) => `  ${name}: ${type};\n`);
  return `${docs(statement)}export interface ${statement.name} {\n${members.join("")}}\n`;
}

function printFunction(statement: Extract<Statement, { kind: "function" }>): string {
  const { exported, name, parameter, returnType, returns } = statement;
  const parameters = parameter === undefined ? "" : `${parameter.name}: ${parameter.type}`;
  const start = `${exported ? "export " : ""}function ${name}(${parameters})`;
  return `${docs(statement)}${start}: ${returnType} {\n  return ${returns};\n}\n`;
}

function printConst(statement: Extract<Statement, { kind: "const" }>): string {
  const { exported, name, initializer } = statement;
  const start = `${exported ? "export " : ""}const ${name}: `;
  // What follows the type on its line is the beginning of the initializer.
  const used = start.length + (initializer.split("\n")[0]?.length ?? 0) + " = ".length;
  return `${docs(statement)}${start}${printReference(statement, used)} = ${initializer};\n`;
}

function printBaseClass(statement: Extract<Statement, { kind: "base-class" }>): string {
  const { name, contract } = statement;
  const start = `export abstract class ${name} extends `;
  return [
    `${docs(statement)}${start}${printReference(statement, start.length + 2)} {`,
    `  override get contract(): typeof ${contract} {`,
    `    return ${contract};`,
    "  }",
    "}\n",
  ].join("\n");
}

/** A type with its arguments, each on a line of its own when they do not fit on one. */
function printReference({ type, typeArguments = [] }: TypeReference, used: number): string {
  if (typeArguments.length === 0) return type;
  const inline = `${type}<${typeArguments.join(", ")}>`;
  if (used + inline.length <= lineWidth) return inline;
  return `${type}<\n${typeArguments.map((argument) => `  ${argument}`).join(",\n")}\n>`;
}

function printNames(keyword: "import" | "export", names: readonly ReExportedName[], module: string): string {
  const typeOnly = names.every((name) => name.typeOnly);
  const specifiers = names.map(({ name, alias, typeOnly: isType }) => {
    const renamed = alias === undefined ? name : `${name} as ${alias}`;
    return isType && !typeOnly ? `type ${renamed}` : renamed;
  });
  const start = typeOnly ? `${keyword} type` : keyword;
  const from = `from ${stringLiteral(module)};\n`;
  const line = `${start} { ${specifiers.join(", ")} } ${from}`;
  if (line.length - 1 <= lineWidth && names.every((name) => name.docs === undefined)) return line;
  const lines = names.map((name, index) => `${docComment(name.docs ?? [], "  ")}  ${specifiers[index]},\n`);
  return `${start} {\n${lines.join("")}} ${from}`;
}
