export { assertJson, canonicalJson } from "./executor/approval/json-data.js";
export { resultFromJson, type ResultJson } from "./result/tool-result.js";
export { presentFields } from "./result/present-fields.js";
export { toPlainValue } from "./result/plain-value.js";
export { serializeData, toJsonValue } from "./result/serialize-data.js";
export type { SerializedData, SerializeOptions } from "./result/serialize-data.js";
export { inDialect, mapSchemas } from "./tool/json-schema-dialect.js";
export { partsOf, pointerTo, valueAlong, valueAt } from "./validation/json-pointer.js";
export { isRecord } from "./validation/value-type.js";
