/** A signed-in account. */
export interface StaffActor {
  staffIdx: number;
  staffId: string;
  name: string;
  isAdmin: boolean;
  sessionId: string;
  /** Has written within the last seconds: a replica may not have that yet. */
  justWrote?: boolean;
}

/** What a key may be used for: reading the portal, or redeeming codes there. */
export type KeyScope = 'read' | 'redeem';

/** A program that called with an API key. */
export interface KeyActor {
  keyIdx: number;
  name: string;
  /** How the key begins. */
  prefix: string;
  scope: KeyScope;
}

/** The product itself: jobs, the start of the process, and what it does for strangers, such as checking a sign-in. */
export interface SystemActor {
  system: true;
}

/** Whom an act is done for. Jobs keep theirs in line, so a new kind must be told from those of earlier releases. */
export type Actor = StaffActor | KeyActor | SystemActor;

export const systemActor: SystemActor = { system: true };

/** The account that acts; undefined where it is no member of staff. */
export const staffOf = (actor: Actor): StaffActor | undefined => ('staffIdx' in actor ? actor : undefined);

/** What audit rows and records call an actor: a staff ID, or the name of a key and how it begins. Null is the product itself. */
export function actorName(actor: Actor): string | null {
  if ('staffIdx' in actor) return actor.staffId;
  return 'keyIdx' in actor ? `${actor.name} (${actor.prefix}…)` : null;
}
