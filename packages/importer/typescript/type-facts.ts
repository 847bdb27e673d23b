import { ts } from "ts-morph";

/** Types of what is not there. */
export const absent: ts.TypeFlags = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

/** The value of a literal type; undefined for others. */
export function literalOf(type: ts.Type, checker: ts.TypeChecker): string | number | boolean | undefined {
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === "true";
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  return undefined;
}

/** Whether a value may be missing. */
export function includesUndefined(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(({ flags }) => flags & absent) : (type.flags & absent) !== 0;
}

/** Whether callers may leave a parameter out. */
export function isOptionalParameter(node: ts.Node): boolean {
  return ts.isParameter(node) && (node.questionToken !== undefined || node.initializer !== undefined);
}

/** Whether a declaration may say its type. */
export function hasType(
  node: ts.Node,
): node is ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node);
}

/** Whether the language or Node declares something. */
export function isLibrary(node: ts.Node): boolean {
  return /[\\/](node_modules[\\/](typescript|@types[\\/]node)[\\/]|lib\.[\w.]+\.d\.ts$)/.test(
    node.getSourceFile().fileName,
  );
}

/** Whether a declaration gives a type its name. */
export function isNaming(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node);
}
