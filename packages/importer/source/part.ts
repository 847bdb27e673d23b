import { isRecord } from "@toolkiln/runtime/json";
import type { ImportReport, PlacedSource } from "./import-report.js";

/** A JSON object that the importer builds and may still change. */
export type MutableObject = Record<string, unknown>;

/** What parts belong to. */
export interface PartSource extends PlacedSource {
  readonly report: ImportReport;
  /** What a `$ref` points at; undefined, and reported, when that cannot be known. */
  resolve?(reference: string, from: Part): Part | undefined;
}

/** References that are followed one after the other. */
const maxReferences = 50;

/** A part of a source: a value that knows where it stands. Parts that are not there have the value undefined. */
export class Part {
  readonly source: PartSource;
  readonly value: unknown;
  readonly pointer: string;

  constructor(source: PartSource, value: unknown, pointer = "") {
    this.source = source;
    this.value = value;
    this.pointer = pointer;
  }

  /** The value as a mapping, which is empty for anything else. */
  get record(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  /** A part inside this one. */
  get(...steps: readonly (string | number)[]): Part {
    const value = steps.reduce<unknown>((part, step) => stepInto(part, String(step)), this.value);
    return new Part(this.source, value, this.pointer + steps.map(pointerStep).join(""));
  }

  /** The members of a mapping, or the items of a list. */
  members(): (readonly [string, Part])[] {
    if (typeof this.value !== "object" || this.value === null) return [];
    return Object.keys(this.value).map((key) => [key, this.get(key)] as const);
  }

  /** A member that is a text with something in it. */
  text(key: string): string | undefined {
    const { value } = this.get(key);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  }

  /** The texts in a list. */
  texts(key: string): string[] {
    const { value } = this.get(key);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  /** What references lead to; a circle of references leads nowhere. */
  follow(limit: number = maxReferences): Part {
    const { $ref } = this.record;
    if (typeof $ref !== "string") return this;
    if (limit === 0) this.lose("The references here only lead to each other.");
    const target = limit === 0 ? undefined : this.source.resolve?.($ref, this);
    return target?.follow(limit - 1) ?? new Part(this.source, undefined, this.pointer);
  }

  /** Records that this part is not in the manifest. */
  lose(message: string, help?: string): void {
    this.source.report.lose(this, message, help);
  }

  /** Remembers that a schema was read from here. */
  mark(schema: MutableObject): MutableObject {
    return this.source.report.remember(schema, this);
  }
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)] as unknown;
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function pointerStep(step: string | number): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The steps of a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
