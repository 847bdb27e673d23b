// Takes into a bundle only that part of json-schema-to-typescript which writes declarations. Its formatter, its reader of
// files and references, and most of lodash are 23 MB that nobody calls: what it is given is plain and refers to nothing.
const functions =
  "cloneDeep deburr endsWith includes isPlainObject map merge omit trim uniqBy upperFirst".split(" ");
const absent = (name) => `throw new Error("${name} is not part of this bundle.");`;

const modules = {
  lodash: `module.exports = { ${functions.map((name) => `${name}: require("lodash/${name}")`).join(", ")} };`,
  prettier: `module.exports = { format() { ${absent("prettier")} } };`,
  "js-yaml": `module.exports = { CORE_SCHEMA: { withTags() {} }, load() { ${absent("js-yaml")} } };`,
  "cli-color": absent("cli-color"),
  "@apidevtools/json-schema-ref-parser":
    "module.exports = { $RefParser: class { async dereference(folder, schema) { return schema; } } };",
};

const prefix = "\0writer-only:";

export const writerOnly = {
  name: "writer-only",
  resolveId: (id, importer = "") =>
    Object.hasOwn(modules, id) && /[\\/]json-schema-to-typescript[\\/]/.test(importer)
      ? `${prefix}${id}`
      : null,
  load: (id) => (id.startsWith(prefix) ? { code: modules[id.slice(prefix.length)], moduleType: "js" } : null),
};
