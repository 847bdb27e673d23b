import { docComment, type DocParagraph } from "../emit/doc-comment.js";
import type { FileStructure } from "../emit/file-structure.js";
import { stringLiteral } from "../emit/literal.js";
import type { ReExportedName, Statement } from "../emit/statement.js";
import { lineWidth, printMembers, printType } from "./print-type.js";

/** A generated file without its header. */
export interface PrintedFile {
  readonly path: string;
  readonly source: string;
  readonly body: string;
}

/** Prints a file as formatted TypeScript. */
export function print({ path, source, unchecked, statements }: FileStructure): PrintedFile {
  const printed = statements.map(printStatement);
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

function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case "import":
      return printNames("import", statement.names, statement.module);
    case "re-export":
      return printNames("export", statement.names, statement.module);
    case "interface":
      return `${docs(statement)}export interface ${statement.name} ${printMembers(statement.type, "")}\n`;
    case "type-alias": {
      const start = `export type ${statement.name} =`;
      const type = printType(statement.type, "", start.length + 1);
      return `${docs(statement)}${start}${type.startsWith("\n") ? "" : " "}${type};\n`;
    }
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

function printFunction(statement: Extract<Statement, { kind: "function" }>): string {
  const { exported, name, parameter, returnType, returns } = statement;
  const parameters = parameter === undefined ? "" : `${parameter.name}: ${printType(parameter.type, "", 0)}`;
  const start = `${exported ? "export " : ""}function ${name}(${parameters})`;
  return `${docs(statement)}${start}: ${printType(returnType, "", 0)} {\n  return ${returns};\n}\n`;
}

function printConst(statement: Extract<Statement, { kind: "const" }>): string {
  const { exported, name, type, initializer } = statement;
  const start = `${exported ? "export " : ""}const ${name}: `;
  // What follows the type on its line is the beginning of the initializer.
  const used = start.length + (initializer.split("\n")[0]?.length ?? 0) + " = ".length;
  return `${docs(statement)}${start}${printType(type, "", used)} = ${initializer};\n`;
}

function printBaseClass(statement: Extract<Statement, { kind: "base-class" }>): string {
  const { name, base, contract } = statement;
  const start = `export abstract class ${name} extends `;
  return [
    `${docs(statement)}${start}${printType(base, "", start.length + 2)} {`,
    `  override get contract(): typeof ${contract} {`,
    `    return ${contract};`,
    "  }",
    "}\n",
  ].join("\n");
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
