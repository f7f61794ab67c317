/** A signed-in account. */
export interface StaffActor {
  staffIdx: number;
  staffId: string;
  name: string;
  isAdmin: boolean;
  sessionId: string;
  /** Has written or logged in within the last few seconds, so a replica may lag behind. */
  justWrote?: boolean;
  /** The last write as noted, or the log-in, in seconds: a replica may lag further behind than usual. */
  wroteAt?: number;
  /** The name of the API key with which a program calls for the person; none in a browser. */
  keyName?: string | undefined;
}

/**
 * What an API key permits: reading the portal, redeeming codes there, drawing codes for the orders of a shop, the door
 * for assistants, or those calls of staff that are declared for programs.
 */
export type KeyScope = 'read' | 'redeem' | 'vend' | 'assistant' | 'staff';

/** What a key of an assistant may do, beside opening its door: it does it for the person who made it. */
export const assistantRights = ['read', 'codes', 'learners', 'propose'] as const;
export type AssistantRight = (typeof assistantRights)[number];

/** A program calling with an API key. */
export interface KeyActor {
  keyIdx: number;
  name: string;
  /** The start of the key. */
  prefix: string;
  scope: KeyScope;
}

/** The product itself: jobs, process start, and work for anonymous callers such as checking a log-in. */
interface SystemActor {
  system: true;
}

/**
 * On whose behalf an act is done. Jobs store their actor in the queue, so a new kind must stay distinguishable from
 * those of earlier releases.
 */
export type Actor = StaffActor | KeyActor | SystemActor;

export const systemActor: SystemActor = { system: true };

/** The acting account; undefined if the actor is not a member of staff. */
export const staffOf = (actor: Actor): StaffActor | undefined => ('staffIdx' in actor ? actor : undefined);

/** The name of a key in the trail: its own, and how it starts. */
export const keyNameOf = ({ name, prefix }: Pick<KeyActor, 'name' | 'prefix'>): string => `${name} (${prefix}…)`;

/**
 * The name of an actor in audit rows and records: a staff ID, or a key's name and prefix; null for the product itself.
 */
export function actorName(actor: Actor): string | null {
  if ('staffIdx' in actor) return actor.staffId;
  return 'keyIdx' in actor ? keyNameOf(actor) : null;
}
