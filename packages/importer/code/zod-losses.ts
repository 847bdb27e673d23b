import { isRecord } from "@toolkiln/runtime/json";

type Members = Readonly<Record<string, unknown>>;

/** What a Zod schema checks or changes and JSON Schema cannot, each with the way to it. */
export function zodLosses(schema: unknown): { readonly path: readonly string[]; readonly message: string }[] {
  const losses: { path: readonly string[]; message: string }[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, path: readonly string[]): void => {
    const def = defOf(value);
    if (def === undefined || seen.has(value)) return;
    seen.add(value);
    const message = typeLosses[String(def["type"])];
    if (message !== undefined) losses.push({ path, message });
    for (const check of Array.isArray(def["checks"]) ? def["checks"] : []) {
      const found = checkLoss(defOf(check));
      if (found !== undefined) losses.push({ path, message: found });
    }
    for (const key of ["innerType", "element", "in", "out", "left", "right", "valueType", "keyType"])
      visit(def[key], path);
    for (const option of [...list(def["options"]), ...list(def["items"])]) visit(option, path);
    if (isRecord(def["shape"]))
      for (const [name, inner] of Object.entries(def["shape"])) visit(inner, [...path, "properties", name]);
    if (def["type"] === "lazy" && typeof def["getter"] === "function")
      visit((def["getter"] as () => unknown)(), path);
  };
  visit(schema, []);
  return losses;
}

const typeLosses: Readonly<Record<string, string>> = {
  transform: "A transformation is not in the schema; the implementation applies it.",
  date: "JSON has no dates; anything is accepted here, and the tool's own schema judges it.",
  bigint: "JSON has no bigints; anything is accepted here, and the tool's own schema judges it.",
  map: "JSON has no maps; anything is accepted here, and the tool's own schema judges it.",
  set: "JSON has no sets; anything is accepted here, and the tool's own schema judges it.",
  custom: "A check by a function is not in the schema; the tool's own schema applies it.",
};

function checkLoss(def: Members | undefined): string | undefined {
  if (def?.["check"] === "custom" || def?.["type"] === "custom") return typeLosses["custom"];
  if (def?.["check"] === "overwrite")
    return "A change of the text, such as `trim`, is not in the schema; the implementation applies it.";
  const { pattern } = def ?? {};
  if (pattern instanceof RegExp && /[ims]/.test(pattern.flags) && def?.["format"] === "regex")
    return `The flags of ${String(pattern)} are not in the schema, which is stricter.`;
  return undefined;
}

function defOf(value: unknown): Members | undefined {
  const inner = isRecord(value) ? value["_zod"] : undefined;
  const def = isRecord(inner) ? inner["def"] : undefined;
  return isRecord(def) ? def : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
