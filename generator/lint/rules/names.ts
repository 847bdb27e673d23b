import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { itemsOf } from "../../values/json-object.js";
import type { ManifestIdentity } from "../../model/manifest-identity.js";
import { isId, nameTool, wireNameOf } from "../../names/tool-names.js";
import { manifestSuffix, nameOf } from "../../read/find-manifests.js";
import type { Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";
import { manifestRule, type LintRule, type ProjectRule } from "../rule.js";

/** Ids whose generated names would meet something that is there already. */
const reserved: ReadonlyMap<string, string> = new Map([
  ["constructor", "every object has a `constructor`"],
  ["prototype", "every class has a `prototype`"],
  ["then", "a module that exports `then` is taken for a promise"],
  ["index", "`index.ts` is generated for all tools together"],
  ["registry", "`registry.ts` is generated for all tools together"],
  ["catalog", "`catalog.ts` is generated for all tools together"],
]);

const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** An id is none of the words that mean something where its names are written. */
export const reservedIdRule: LintRule = manifestRule("reserved-id", function* (view) {
  const { id = "" } = view;
  const reason = reserved.get(id);
  const help = `Choose another, such as \`${id}-tool\`.`;
  if (reason !== undefined)
    yield diagnostic("TK4005", view.place(["id"]), `\`${id}\` cannot be an id: ${reason}.`, { help });
  if (deviceName.test(id)) {
    const message = `\`${id}\` cannot be an id: Windows reserves it as a device name.`;
    yield diagnostic("TK4006", view.place(["id"]), message, { help });
  }
});

/** Two tools never meet in an id, a generated name, a wire name or an old name. */
export const collisionsRule: ProjectRule = {
  name: "collisions",
  *check({ manifests, config }) {
    const named = manifests
      .filter(({ id }) => id !== undefined && isId(id))
      // A name belongs to the manifest whose file has it, too: the other one is the copy that was not changed yet.
      .toSorted((a, b) => Number(isMisnamed(a)) - Number(isMisnamed(b)));
    const ids = new Collector("TK4002", "id", (name, other) => `${other} already has the id \`${name}\`.`);
    const generated = new Collector(
      "TK4003",
      "id",
      (name) => `Another tool has the name \`${name}\` in generated code.`,
    );
    const wires = new Collector(
      "TK4004",
      "wireName",
      (name) =>
        `Another tool has the wire name \`${name}\`. Names that differ only in case, hyphens and dots clash at some providers.`,
    );
    for (const view of named) {
      const { id = "" } = view;
      const duplicate = ids.add(id, id, view);
      if (duplicate !== undefined) {
        yield duplicate;
        continue;
      }
      const names = nameTool(id);
      const clash = [names.contract, names.base].map((name) => generated.add(name, name, view));
      yield* clash.filter((found) => found !== undefined).slice(0, 1);
      const wireName = wireNameOf(view.value["wireName"], id, config);
      const met = wires.add(wireName.toLowerCase().replaceAll(/[-.]/g, "_"), wireName, view);
      if (met !== undefined) yield met;
    }
    yield* oldNames(named);
  },
};

function isMisnamed({ id = "", file }: ManifestIdentity): boolean {
  return nameOf(file) !== `${id}${manifestSuffix}`;
}

/** Notes who has a name first, and reports who comes second. */
class Collector {
  readonly #first = new Map<string, ManifestIdentity>();
  readonly #code: DiagnosticCode;
  readonly #key: string;
  readonly #message: (name: string, otherFile: string) => string;

  constructor(code: DiagnosticCode, key: string, message: (name: string, otherFile: string) => string) {
    this.#code = code;
    this.#key = key;
    this.#message = message;
  }

  add(key: string, name: string, view: ManifestIdentity): Diagnostic | undefined {
    const other = this.#first.get(key);
    if (other === undefined) {
      this.#first.set(key, view);
      return undefined;
    }
    if (other === view) return undefined;
    const taken = this.#placeOf(other);
    const owner = other.id === view.id ? "It is taken here." : `It is taken by \`${other.id ?? ""}\`.`;
    return diagnostic(this.#code, this.#placeOf(view), this.#message(name, taken.file), {
      help: "Give one of the two another name.",
      related: [{ ...taken, message: owner }],
    });
  }

  #placeOf(view: ManifestIdentity): Place {
    return placeIn(view, [Object.hasOwn(view.value, this.#key) ? this.#key : "id"]);
  }
}

function* oldNames(manifests: readonly ManifestIdentity[]): Iterable<Diagnostic> {
  const owners = new Map(manifests.map((view) => [view.id, view]));
  const first = new Map<unknown, ManifestIdentity>();
  for (const view of manifests) {
    for (const [index, old] of itemsOf(view.value["renamedFrom"])) {
      if (typeof old !== "string") continue;
      const owner = owners.get(old) ?? first.get(old);
      if (!first.has(old)) first.set(old, view);
      if (owner === undefined) continue;
      const what = owner === view ? "is the tool's own id" : "belongs to another tool";
      const related = [{ ...placeIn(owner, ["id"]), message: "It is taken here." }];
      const help = "Remove it: an old id leads to one tool.";
      const message = `The old id \`${old}\` ${what}.`;
      yield diagnostic("TK4007", placeIn(view, ["renamedFrom", index]), message, { help, related });
    }
  }
}
