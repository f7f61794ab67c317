import type { FastifyRequest } from 'fastify';
import type { TaskDeed } from '../desk/home.ts';
import type { Config } from '../config/config.ts';
import type { MessageValues } from '../messages/messages.ts';
import type { Storage } from '../storage/storage.ts';
import type { Context } from '../work/context.ts';

/** The most urgent first. `warn`: it works, and may stop. `bad`: it does not work, or ends within days. */
export const checkupStates = ['bad', 'warn', 'ok'] as const;
export type CheckupState = (typeof checkupStates)[number];

/** A sentence, as the key of a message and its values; a key that is no message is said as it is. */
export interface Said {
  readonly key: string;
  readonly values?: MessageValues;
}

/** What a checkup found. */
export interface Finding {
  readonly state: CheckupState;
  readonly says: readonly [Said, ...Said[]];
  /** What follows from it, or what to do. */
  readonly hint?: Said;
  /** What helps: a page of the handbook by its name, a command of the operator, or a call with a label and what to say then. */
  readonly act?:
    | { readonly guide: string }
    | { readonly command: string }
    | { readonly call: TaskDeed['call']; readonly label: string; readonly done: string };
}

/** What a checkup may look at. It changes nothing, but for a file of its own that it removes again. */
export interface CheckupParts {
  readonly config: Config;
  /** Reads from the primary; rejects with DatabaseUnreachable. */
  read<T>(act: (ctx: Context) => Promise<T>): Promise<T>;
  /** How far the replica is behind, in seconds; absent if there is none. */
  readonly replicaLag: (() => Promise<number>) | undefined;
  readonly storage: () => Promise<Storage>;
  /** The request that asks; the command has none. */
  readonly request?: FastifyRequest | undefined;
}

/** Looks whether one thing that the product stands on is in order, as it is now. */
export interface Checkup {
  /** Its name in calls and commands. */
  readonly name: string;
  /** The message key of what it looks at. */
  readonly label: string;
  /** What it finds differs from request to request: it is not shared among those who ask at once. */
  readonly isOfRequest?: true;
  find(parts: CheckupParts): Promise<Finding>;
}

/** All checkups of the features, and what they look at. */
export interface Checkups {
  readonly all: readonly Checkup[];
  readonly parts: CheckupParts;
}
