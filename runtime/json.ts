export { serializeData, toJsonValue } from "./result/serialize-data.js";
export type { SerializedData, SerializeOptions } from "./result/serialize-data.js";
export { isRecord } from "./validation/value-type.js";
