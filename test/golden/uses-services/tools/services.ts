export interface Services {
  notes: { titles(): string[] };
  clock: { now(): Date };
}
