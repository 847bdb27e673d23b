import { ts } from "ts-morph";

/** The parts of a union in the order in which they are written; the compiler keeps them in an order of its own. */
export function unionOrder(type: ts.UnionType, checker: ts.TypeChecker, typeNode?: ts.TypeNode): ts.Type[] {
  const written = writtenParts(typeNode ?? declaredNode(type), checker, 0);
  const places = new Map(written.map((part, index) => [part, index]));
  const placeOf = (part: ts.Type): number => places.get(part) ?? places.get(regular(part)) ?? written.length;
  return type.types.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function declaredNode({ aliasSymbol }: ts.Type): ts.TypeNode | undefined {
  const declaration = aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
  return declaration?.type;
}

function writtenParts(node: ts.TypeNode | undefined, checker: ts.TypeChecker, depth: number): ts.Type[] {
  if (node === undefined || depth > 20) return [];
  if (ts.isParenthesizedTypeNode(node)) return writtenParts(node.type, checker, depth + 1);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((part) => writtenParts(part, checker, depth + 1));
  const type = checker.getTypeFromTypeNode(node);
  if (!type.isUnion()) return [type, regular(type)];
  const declared = declaredNode(type);
  return declared === undefined || declared === node
    ? type.types
    : writtenParts(declared, checker, depth + 1);
}

/** Literals exist twice: as they are written, and as they are compared. */
function regular(type: ts.Type): ts.Type {
  return type.isLiteral() && "regularType" in type ? type.regularType : type;
}
