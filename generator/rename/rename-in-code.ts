import { existsSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";
import { propertyName } from "../emit/literal.js";
import { nameTool } from "../names/tool-names.js";
import { changedNames, movedPath, type Edit, type RenameProject, type RenameRequest } from "./rename-plan.js";

export const isCode: RegExp = /\.[cm]?[jt]sx?$/;
type FileEdits = ReadonlyMap<string, readonly Edit[]>;

/** Finds edits in code. ts-morph's `rename()` is not used: it corrupts files with dynamic imports. */
export class CodeEdits {
  readonly #files: readonly string[];
  readonly #generated: string;
  readonly #ids: readonly string[];
  readonly #service: ts.LanguageService;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  /** Takes the files to change, relative to the root. */
  constructor({ root, config: { out }, models }: RenameProject, files: readonly string[]) {
    this.#files = files.filter((file) => isCode.test(file)).map((file) => join(root, file));
    this.#generated = join(root, out);
    this.#ids = models.map(({ spec }) => spec.id);
    const config = ts.findConfigFile(root, existsSync);
    const project = new Project({
      ...(config === undefined ? {} : { tsConfigFilePath: config }),
      compilerOptions: { allowJs: true, noEmit: true },
      skipAddingFilesFromTsConfig: true,
    });
    for (const file of this.#files) project.addSourceFileAtPath(file);
    this.#service = project.getLanguageService().compilerObject;
    this.#program = project.getProgram().compilerObject;
    this.#checker = this.#program.getTypeChecker();
  }

  /** The edits for a tool's new id, by file; `words` maps other strings that always mean the tool. */
  toolEdits(request: RenameRequest, words: ReadonlyMap<string, string>): FileEdits {
    const { id: from, to } = request;
    const names = changedNames(from, to);
    const editsIn = (node: ts.Node): readonly Edit[] => {
      if (ts.isIdentifier(node)) {
        const isKey = node.text === from && this.#isToolId(node);
        return isKey ? [{ ...spanOf(node), text: JSON.stringify(to) }] : this.#nameEdits(node, names);
      }
      if (!ts.isStringLiteralLike(node)) return [];
      if (isSpecifier(node)) {
        const path = node.text.startsWith(".") ? movedPath(node.text, request) : node.text;
        return path === node.text ? [] : [replaceText(node, path)];
      }
      const word = node.text === from && this.#isToolId(node) ? to : words.get(node.text);
      return word === undefined ? [] : [replaceText(node, word)];
    };
    return new Map(this.#files.map((file) => [file, this.#nodesIn(file).flatMap(editsIn)]));
  }

  /** The edits for a parameter's new name, by file. Local names stay: only the property name changes. */
  parameterEdits({ id, parameter: from = "", to }: RenameRequest): FileEdits {
    const { file: name, input, params } = nameTool(id);
    const generated = this.#program.getSourceFile(`${this.#generated}/tools/${name}.ts`);
    const module = generated && this.#checker.getSymbolAtLocation(generated);
    const declarations = (module ? this.#checker.getExportsOfModule(module) : [])
      .filter((type) => type.name === input || type.name === params)
      .flatMap((type) => this.#checker.getDeclaredTypeOfSymbol(type).getProperty(from)?.declarations ?? [])
      .flatMap((declaration) => ts.getNameOfDeclaration(declaration) ?? []);
    const found = new Map(this.#files.map((file) => [file, this.#variableEdits(file, from)]));
    for (const node of declarations) {
      const { fileName } = node.getSourceFile();
      const options = { providePrefixAndSuffixTextForRename: true };
      const places = this.#service.findRenameLocations(fileName, node.getStart(), false, false, options);
      for (const { fileName: file, textSpan, prefixText = "", suffixText = "" } of places ?? []) {
        const edit = this.#propertyEdit(file, textSpan, to);
        found.get(file)?.push({ ...edit, text: prefixText + edit.text + suffixText });
      }
    }
    return found;
  }

  /** No-op edits: variables need no check by a person. */
  #variableEdits(file: string, name: string): Edit[] {
    const variables = this.#nodesIn(file).filter((node) => {
      if (!ts.isIdentifier(node) || node.text !== name) return false;
      if (ts.isBindingElement(node.parent) && node.parent.propertyName === undefined) return false;
      return (this.#checker.getSymbolAtLocation(node)?.flags ?? 0) & ts.SymbolFlags.Variable;
    });
    return variables.map((node) => ({ ...spanOf(node), text: name }));
  }

  /** The edit of a property name, in quotes or brackets where it is not an identifier. */
  #propertyEdit(file: string, { start, length }: ts.TextSpan, name: string): Edit {
    const isName = (node: ts.Node): boolean => ts.isIdentifier(node) && node.getStart() === start;
    const parent = this.#nodesIn(file).find(isName)?.parent;
    // The span of a string is between its quotes.
    const text = parent === undefined || ts.isJsxAttribute(parent) ? name : propertyName(name);
    if (text === name || !parent || !ts.isPropertyAccessExpression(parent))
      return { from: start, to: start + length, text };
    const dot = parent.getSourceFile().text.lastIndexOf(".", start);
    return { from: parent.questionDotToken ? start : dot, to: start + length, text: `[${text}]` };
  }

  /** The edits of a name of generated code; keeps the key of a shorthand property. */
  #nameEdits(node: ts.Identifier, names: ReadonlyMap<string, string>): readonly Edit[] {
    const name = names.get(node.text);
    if (name === undefined || !this.#isGenerated(node)) return [];
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent))
      return [{ from: node.end, to: node.end, text: `: ${name}` }];
    const isReExport = ts.isExportSpecifier(parent) && parent.propertyName === undefined;
    if (isReExport) return [{ ...spanOf(node), text: `${name} as ${node.text}` }];
    return [{ ...spanOf(node), text: name }];
  }

  /** Whether an identifier is an import from generated code, and not shadowed. */
  #isGenerated(node: ts.Identifier): boolean {
    const { parent } = node;
    if (ts.isImportSpecifier(parent) && parent.propertyName !== undefined && parent.name === node)
      return false;
    const symbol = ts.isShorthandPropertyAssignment(parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(parent)
      : this.#checker.getSymbolAtLocation(node);
    const target =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const files = target?.declarations?.map((declaration) => declaration.getSourceFile().fileName) ?? [];
    return files.some((file) => file.startsWith(`${this.#generated}/`));
  }

  /** Whether a string is a tool id: its type is a union of all ids, or it is a key of an object with all ids. */
  #isToolId(node: ts.StringLiteralLike | ts.Identifier): boolean {
    const { parent } = node;
    const typeOf = (other: ts.Node): ts.Type => this.#checker.getTypeAtLocation(other);
    if (ts.isPropertyAssignment(parent) && parent.name === node)
      return this.#hasKeys(this.#checker.getContextualType(parent.parent));
    if (ts.isIdentifier(node)) return false;
    const isConfig = /\/toolkiln\.config\.[a-z]+$/.test(node.getSourceFile().fileName);
    if (isConfig && ts.isArrayLiteralExpression(parent) && ts.isPropertyAssignment(parent.parent))
      return parent.parent.name.getText() === "ids";
    if (this.#hasIds(this.#checker.getContextualType(node))) return true;
    if (ts.isCallExpression(parent)) return this.#takesIds(parent, parent.arguments.indexOf(node));
    if (ts.isBinaryExpression(parent))
      return this.#hasIds(typeOf(parent.left === node ? parent.right : parent.left));
    if (ts.isCaseClause(parent)) return this.#hasIds(typeOf(parent.parent.parent.expression));
    if (ts.isElementAccessExpression(parent)) return this.#hasKeys(typeOf(parent.expression));
    if (ts.isLiteralTypeNode(parent) && ts.isIndexedAccessTypeNode(parent.parent))
      return this.#hasKeys(typeOf(parent.parent.objectType));
    return false;
  }

  /** Whether a function takes ids at a position. A generic's contextual type is the argument's own type. */
  #takesIds(call: ts.CallExpression, position: number): boolean {
    const signatures = this.#checker.getTypeAtLocation(call.expression).getCallSignatures();
    const parameters = signatures.flatMap((signature) => signature.parameters[position] ?? []);
    return parameters.some((one) => this.#hasIds(this.#checker.getTypeOfSymbolAtLocation(one, call)));
  }

  #nodesIn(file: string): readonly ts.Node[] {
    const nodes: ts.Node[] = [this.#program.getSourceFile(file) ?? []].flat();
    // The loop also visits what it adds.
    for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
    return nodes;
  }

  #hasIds(type: ts.Type | undefined): boolean {
    if (type === undefined) return false;
    const bound = this.#checker.getBaseConstraintOfType(type) ?? type;
    const members = bound.isUnion() ? bound.types : [bound];
    const texts = new Set(members.flatMap((member) => (member.isStringLiteral() ? [member.value] : [])));
    return this.#ids.every((id) => texts.has(id));
  }

  #hasKeys(type: ts.Type | undefined): boolean {
    return type !== undefined && this.#ids.every((id) => type.getProperty(id) !== undefined);
  }
}

/** Whether a string names a module: in an import, in the type of one, or in a call that loads or mocks it. */
function isSpecifier({ parent }: ts.StringLiteralLike): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  if (!ts.isCallExpression(parent)) return ts.isExternalModuleReference(parent);
  return /^(?:import|require|(?:vi|jest)\.\w+)$/.test(parent.expression.getText());
}

const spanOf = (node: ts.Node): Omit<Edit, "text"> => ({ from: node.getStart(), to: node.end });

/** Replaces the text between quotes. */
function replaceText(node: ts.StringLiteralLike, text: string): Edit {
  return { from: node.getStart() + 1, to: node.end - 1, text };
}
