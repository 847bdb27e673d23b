import { docComment } from "../emit/doc-comment.js";
import { lineWidth, stringLiteral } from "../emit/literal.js";
import type { FileStructure, NamesStatement, Statement, TypeStatement } from "../emit/statement.js";
import { writeType } from "./write-type.js";

export interface PrintedFile {
  readonly path: string;
  readonly source: string;
  readonly body: string;
}

export async function print({ path, source, unchecked, statements }: FileStructure): Promise<PrintedFile> {
  const printed = await Promise.all(statements.map(printStatement));
  if (unchecked === true) return { path, source, body: `// @ts-nocheck\n${printed.join("")}` };
  // Empty lines separate declarations; imports and re-exports stay together.
  const body = printed.map((text, position) =>
    position > 0 && !("module" in (statements[position] ?? {})) ? `\n${text}` : text,
  );
  return { path, source, body: body.join("") };
}

async function printStatement(statement: Statement): Promise<string> {
  if (statement.kind === "code") return statement.code;
  return statement.kind === "type" ? printType(statement) : printNames(statement);
}

async function printType({ name, docs, type, extends: base }: TypeStatement): Promise<string> {
  const comment = docComment(docs, "");
  if (base !== undefined && "properties" in type && Object.keys(type.properties).length === 0)
    return `${comment}export type ${name} = ${base};\n`;
  const { isInterface, text } = await writeType(type, `export type ${name} = `.length);
  const heritage = base === undefined ? "" : `extends ${base} `;
  if (isInterface) return `${comment}export interface ${name} ${heritage}${text}\n`;
  return `${comment}export type ${name} =${text.startsWith("\n") ? "" : " "}${text};\n`;
}

function printNames({ kind, module, names }: NamesStatement): string {
  const typeOnly = names.every((name) => name.typeOnly);
  const specifiers = names.map(({ name, alias, typeOnly: isType }) => {
    const renamed = alias === undefined ? name : `${name} as ${alias}`;
    return isType && !typeOnly ? `type ${renamed}` : renamed;
  });
  const start = typeOnly ? `${kind} type` : kind;
  const from = `from ${stringLiteral(module)};\n`;
  const line = `${start} { ${specifiers.join(", ")} } ${from}`;
  if (line.length - 1 <= lineWidth) return line;
  return `${start} {\n${specifiers.map((specifier) => `  ${specifier},\n`).join("")}} ${from}`;
}
