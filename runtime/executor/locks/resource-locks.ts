import type { ResourceClaim } from "./resource-claim.js";

/** Something that claims resources: a call, which may have been made by another call that holds some already. */
export interface ResourceOwner {
  readonly claims?: readonly ResourceClaim[] | undefined;
  readonly parent?: ResourceOwner | undefined;
}

/** What is held and who waits, for one key. */
interface Resource<Owner> {
  readonly holders: Map<Owner, boolean>;
  readonly waiting: Map<Owner, boolean>;
}

/**
 * Shared and exclusive claims on named resources.
 *
 * An owner gets all of its claims at once or none, so nobody holds one resource while it waits for another. It
 * waits in line for each of its keys, so a stream of readers cannot starve a writer. A nested call is never in the
 * way of the call that made it, and does not stand in line behind calls that have not started: they may be waiting
 * for its parent. What is left are nested calls that wait for each other's parents, which `waitsForItself` tells.
 */
export class ResourceLocks<Owner extends ResourceOwner> {
  readonly #resources = new Map<string, Resource<Owner>>();
  readonly #nestedWaiting = new Set<Owner>();

  /** Takes all claims of an owner if nothing is in the way; otherwise it waits in line, and the answer is false. */
  take(owner: Owner): boolean {
    const claims = owner.claims ?? [];
    const free = claims.every((claim) => this.#isFree(owner, claim));
    for (const { key, exclusive } of claims) {
      const resource = this.#resourceOf(key);
      if (free) {
        resource.waiting.delete(owner);
        resource.holders.set(owner, exclusive);
      } else resource.waiting.set(owner, exclusive);
    }
    if (owner.parent !== undefined) {
      if (free) this.#nestedWaiting.delete(owner);
      else this.#nestedWaiting.add(owner);
    }
    return free;
  }

  /** Gives up what an owner holds or waits for, and tells who may now try again, in the order of their arrival. */
  leave(owner: Owner): readonly Owner[] {
    this.#nestedWaiting.delete(owner);
    // Nested calls stand in no line, so each of them may try.
    const candidates = new Set(this.#nestedWaiting);
    for (const { key } of owner.claims ?? []) {
      const resource = this.#resources.get(key);
      if (resource === undefined) continue;
      resource.holders.delete(owner);
      resource.waiting.delete(owner);
      if (resource.holders.size === 0 && resource.waiting.size === 0) this.#resources.delete(key);
      else for (const next of frontOf(resource)) candidates.add(next);
    }
    return [...candidates];
  }

  /** Whether a nested call waits, through others, for a call that waits for it. */
  waitsForItself(owner: Owner): boolean {
    const seen = new Set<Owner>();
    const open = [owner];
    for (let waiter = open.pop(); waiter !== undefined; waiter = open.pop()) {
      for (const holder of this.#holdersInTheWayOf(waiter)) {
        if (isSameOrAncestor(holder, owner)) return true;
        for (const next of this.#nestedWaiting) {
          if (seen.has(next) || !isSameOrAncestor(holder, next)) continue;
          seen.add(next);
          open.push(next);
        }
      }
    }
    return false;
  }

  /** How many resources are held or waited for. */
  get size(): number {
    return this.#resources.size;
  }

  #resourceOf(key: string): Resource<Owner> {
    let resource = this.#resources.get(key);
    if (resource === undefined) {
      resource = { holders: new Map(), waiting: new Map() };
      this.#resources.set(key, resource);
    }
    return resource;
  }

  #isFree(owner: Owner, { key, exclusive }: ResourceClaim): boolean {
    const resource = this.#resources.get(key);
    if (resource === undefined) return true;
    for (const [holder, holdsExclusive] of resource.holders) {
      if ((exclusive || holdsExclusive) && !isSameOrAncestor(holder, owner)) return false;
    }
    if (owner.parent !== undefined) return true;
    for (const [waiter, wantsExclusive] of resource.waiting) {
      if (waiter === owner) return true;
      if (exclusive || wantsExclusive) return false;
    }
    return true;
  }

  *#holdersInTheWayOf(owner: Owner): Iterable<Owner> {
    for (const { key, exclusive } of owner.claims ?? []) {
      for (const [holder, holdsExclusive] of this.#resources.get(key)?.holders ?? []) {
        if ((exclusive || holdsExclusive) && !isSameOrAncestor(holder, owner)) yield holder;
      }
    }
  }
}

/** Who might go next: the first in line, with all readers that follow a reader. */
function* frontOf<Owner>({ waiting }: Resource<Owner>): Iterable<Owner> {
  let first = true;
  for (const [waiter, exclusive] of waiting) {
    if (exclusive && !first) return;
    yield waiter;
    if (exclusive) return;
    first = false;
  }
}

function isSameOrAncestor(candidate: ResourceOwner, owner: ResourceOwner): boolean {
  for (let at: ResourceOwner | undefined = owner; at !== undefined; at = at.parent) {
    if (at === candidate) return true;
  }
  return false;
}
