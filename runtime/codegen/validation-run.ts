import type { SchemaError, SchemaValidator } from "../validation/schema-validator.js";
import { Evaluated } from "./evaluated.js";
import { Identities } from "./identities.js";

/** A function that Ajv wrote: it also takes where the value is. */
type Validate = SchemaValidator & ((data: unknown, location: Location) => boolean);

interface Location {
  readonly instancePath: string;
}

/** What a schema reported about an object. */
interface Outcome extends Location {
  readonly isValid: boolean;
  readonly error: SchemaError | undefined;
  readonly evaluated: Evaluated | undefined;
}

/** What the functions of one validator share while they validate one input; they pass it on as `this`. */
class ValidationRun {
  readonly evaluated: Evaluated | undefined;
  readonly identities: Identities;
  readonly #outcomes: Map<Validate, Map<object, Outcome>>;

  constructor(parent: ValidationRun | undefined, evaluated: Evaluated | undefined) {
    this.evaluated = evaluated;
    this.identities = parent?.identities ?? new Identities();
    this.#outcomes = parent === undefined ? new Map() : parent.#outcomes;
  }

  outcomesOf(validate: Validate): Map<object, Outcome> {
    const known = this.#outcomes.get(validate);
    if (known !== undefined) return known;
    const outcomes = new Map<object, Outcome>();
    this.#outcomes.set(validate, outcomes);
    return outcomes;
  }
}

/** The run that a function is part of; one of its own for the function that is called from outside. */
function runOf(context: unknown, evaluated: Evaluated | undefined): ValidationRun {
  if (!(context instanceof ValidationRun)) return new ValidationRun(undefined, evaluated);
  const isSame = context.evaluated === undefined && evaluated === undefined;
  return isSame ? context : new ValidationRun(context, evaluated);
}

/**
 * Validates a value against the schema of a reference. Each schema validates an object once: without that, alternatives
 * that refer to each other take twice as long for every level of nesting.
 */
export function callReference(
  context: unknown,
  validate: Validate,
  evaluated: Evaluated | undefined,
  data: unknown,
  location: Location,
): boolean {
  const run = runOf(context, evaluated && new Evaluated());
  if (typeof data !== "object" || data === null) return validate.call(run, data, location);
  const outcomes = run.outcomesOf(validate);
  let outcome = outcomes.get(data);
  if (outcome === undefined || (evaluated !== undefined && outcome.evaluated === undefined)) {
    const isValid = validate.call(run, data, location);
    const { instancePath } = location;
    outcome = { isValid, instancePath, error: validate.errors?.[0], evaluated: run.evaluated };
    outcomes.set(data, outcome);
  } else {
    validate.errors = outcome.error === undefined ? null : [movedTo(location, outcome.error, outcome)];
  }
  if (outcome.evaluated !== undefined) evaluated?.merge(outcome.evaluated);
  return outcome.isValid;
}

/** The same object may be in several places of an input. */
function movedTo(to: Location, error: SchemaError, from: Location): SchemaError {
  if (to.instancePath === from.instancePath) return error;
  return { ...error, instancePath: to.instancePath + error.instancePath.slice(from.instancePath.length) };
}

/** What has been evaluated of the value that the calling function validates. */
export function evaluatedOf(context: unknown): Evaluated {
  return (context instanceof ValidationRun ? context.evaluated : undefined) ?? new Evaluated();
}

/** The positions of the first two items that are the same, the later one first. */
export function duplicateItems(
  context: unknown,
  items: readonly unknown[],
): readonly [number, number] | undefined {
  if (items.length < 2) return undefined;
  const identities = context instanceof ValidationRun ? context.identities : new Identities();
  const positions = new Map<unknown, number>();
  for (let position = 0; position < items.length; position++) {
    const identity = identities.of(items[position]);
    const earlier = positions.get(identity);
    if (earlier !== undefined) return [position, earlier];
    positions.set(identity, position);
  }
  return undefined;
}
