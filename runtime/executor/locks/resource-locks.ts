import { none } from "../../result/none.js";
import type { ResourceClaim } from "./resource-claim.js";

/** An owner of claims: a call; its parent call may hold some already. */
export interface ResourceOwner {
  readonly claims?: readonly ResourceClaim[] | undefined;
  readonly parent?: ResourceOwner | undefined;
}

/** The holders and waiters of one key. */
interface Resource<Owner> {
  readonly key: string;
  readonly holders: Owner[];
  /** In order of arrival; the value is whether it is exclusive. */
  waiting: Map<Owner, boolean> | undefined;
}

/** Unused resources to keep: the next call often needs the same, and deleting is expensive. */
const keptResources = 256;

/**
 * Shared and exclusive claims on named resources.
 *
 * An owner gets all of its claims at once or none, so nobody holds one resource while waiting for another. It queues
 * for each of its keys, so readers cannot starve a writer. A nested call never conflicts with its parent and does not
 * queue behind calls that have not started: they may be waiting for its parent. Nested calls may still wait for each
 * other's parents; `waitsForItself` detects that.
 */
export class ResourceLocks<Owner extends ResourceOwner> {
  readonly #resources = new Map<string, Resource<Owner>>();
  /** The last used resource: a call often releases what it just took. */
  #recent: Resource<Owner> | undefined;
  readonly #nestedWaiting = new Set<Owner>();

  /** Takes all claims of an owner if none conflicts. Otherwise queues the owner and returns false. */
  take(owner: Owner): boolean {
    const claims = owner.claims ?? none;
    for (const claim of claims) {
      if (this.#isFree(owner, claim)) continue;
      for (const { key, exclusive } of claims) {
        (this.#resourceOf(key).waiting ??= new Map()).set(owner, exclusive);
      }
      if (owner.parent !== undefined) this.#nestedWaiting.add(owner);
      return false;
    }
    for (const { key } of claims) {
      const { holders, waiting } = this.#resourceOf(key);
      waiting?.delete(owner);
      holders.push(owner);
    }
    if (owner.parent !== undefined) this.#nestedWaiting.delete(owner);
    return true;
  }

  /** Releases what an owner holds or waits for. Returns who may try again: nested calls, then queue fronts. */
  leave(owner: Owner): Iterable<Owner> {
    if (owner.parent !== undefined) this.#nestedWaiting.delete(owner);
    let candidates: Set<Owner> | undefined;
    for (const { key } of owner.claims ?? none) {
      const resource = this.#resourceOf(key);
      const { holders, waiting } = resource;
      removeHolder(holders, owner);
      waiting?.delete(owner);
      if (waiting === undefined || waiting.size === 0) {
        resource.waiting = undefined;
        if (holders.length === 0 && this.#resources.size > keptResources) this.#forget(resource);
      } else {
        candidates ??= new Set();
        for (const next of frontOf(waiting)) candidates.add(next);
      }
    }
    // Nested calls ignore the queue, so each may try.
    return this.#nestedWaiting.size === 0
      ? (candidates ?? none)
      : new Set([...this.#nestedWaiting, ...(candidates ?? none)]);
  }

  /** Detects a deadlock: a nested call that waits indirectly for itself. */
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

  #resourceOf(key: string): Resource<Owner> {
    let resource = this.#recent;
    if (resource?.key === key) return resource;
    resource = this.#resources.get(key);
    if (resource === undefined) {
      resource = { key, holders: [], waiting: undefined };
      this.#resources.set(key, resource);
    }
    return (this.#recent = resource);
  }

  #forget(resource: Resource<Owner>): void {
    this.#resources.delete(resource.key);
    if (this.#recent === resource) this.#recent = undefined;
  }

  #isFree(owner: Owner, claim: ResourceClaim): boolean {
    const { holders, waiting } = this.#resourceOf(claim.key);
    for (const holder of holders) if (conflicts(holder, owner, claim)) return false;
    if (owner.parent !== undefined || waiting === undefined) return true;
    for (const [waiter, wantsExclusive] of waiting) {
      if (waiter === owner) return true;
      if (claim.exclusive || wantsExclusive) return false;
    }
    return true;
  }

  *#holdersInTheWayOf(owner: Owner): Iterable<Owner> {
    for (const claim of owner.claims ?? none) {
      for (const holder of this.#resourceOf(claim.key).holders) {
        if (conflicts(holder, owner, claim)) yield holder;
      }
    }
  }
}

/** Who may run next: the first in the queue; after a reader, more readers. */
function* frontOf<Owner>(waiting: ReadonlyMap<Owner, boolean>): Iterable<Owner> {
  let first = true;
  for (const [waiter, exclusive] of waiting) {
    if (exclusive && !first) return;
    yield waiter;
    if (exclusive) return;
    first = false;
  }
}

function removeHolder<Owner>(holders: Owner[], owner: Owner): void {
  // A loop: `lastIndexOf` takes as long as the rest of locking.
  let index = holders.length - 1;
  while (index >= 0 && holders[index] !== owner) index--;
  if (index === holders.length - 1) holders.pop();
  else if (index >= 0) holders.splice(index, 1);
}

/** Searches the holder's claims for its mode; resources do not store it, because few calls meet a holder. */
function conflicts(holder: ResourceOwner, owner: ResourceOwner, { key, exclusive }: ResourceClaim): boolean {
  const clashes = exclusive || holder.claims?.some((claim) => claim.key === key && claim.exclusive) === true;
  return clashes && !isSameOrAncestor(holder, owner);
}

function isSameOrAncestor(candidate: ResourceOwner, owner: ResourceOwner): boolean {
  for (let at: ResourceOwner | undefined = owner; at !== undefined; at = at.parent) {
    if (at === candidate) return true;
  }
  return false;
}
