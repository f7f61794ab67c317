import type { z } from 'zod';
import type { KeyScope } from './actor.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone, any logged-in account, administrators, or programs with an API key of this scope. */
export type Permission = 'public' | 'signed-in' | 'admin' | `key:${KeyScope}`;

export type Stability = 'stable' | 'may-change';

/** One call: its input, its output and who may call it. */
export interface Endpoint {
  summary: string;
  /** Administrators by default. */
  permission?: Permission;
  /**
   * What programs of others may rely on: a stable call changes only as docs/portal-changes.md says, any other one with each
   * release. Calls of the portal say it.
   */
  stability?: Stability;
  /** A public call for reading apps: it also takes an API key of the scope `read`, and may answer more with one. */
  acceptsKey?: true;
  /** A call that needs an API key, which a reading app may send as the password of any user. */
  takesPassword?: true;
  /**
   * A call of staff that also takes an API key of the scope `staff`: it is made for the person who created the key. Only
   * what programs of staff need, such as the command line; nothing that makes keys, accounts or settings.
   */
  forPrograms?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may also be an urlencoded or multipart form. */
  form?: true;
  /**
   * The handler reads a multipart stream with these files itself and gets no body. With a nullable `body`, the call
   * also accepts the same input without a file.
   */
  files?: FileFields;
  /** The other fields of that form; the handler checks them. */
  fields?: z.ZodObject;
  /** The handler opens its own transaction with `write`, so that slow work such as hashing is outside it. */
  ownTransaction?: true;
  /** With `ownTransaction`, or `files` that may be absent: what it does is one `write`, so an assistant can propose it. */
  triable?: true;
  /**
   * Accepts an `Idempotency-Key`; see {@link once}. For writes with known callers, without files. If the handler opens
   * the transaction itself, its `write` is what runs only once.
   */
  idempotent?: true;
  /** Answered in maintenance mode, too: logging in, which readers need. */
  inMaintenance?: true;
  /** Takes many seconds: it queues for one of the few connections reserved for this, so other calls do not wait. */
  long?: true;
  /**
   * Answers with a stream of this content type; of several types, the handler chooses one. If one is JSON, `response`
   * only describes it.
   */
  stream?: string | readonly string[];
  /** Answers 303 instead; describes the target. */
  redirect?: string;
  response?: z.ZodType;
  /** The handler sends ready-made JSON text; `response` only describes it. */
  ready?: true;
  /** A GET that may lag behind: lists, reports and exports read from a replica if there is one. */
  replica?: true;
  /** Bytes; 64 KiB by default. Files have their own limits. */
  bodyLimit?: number;
  /** Elements and fields of a JSON body at any depth; 5,000 by default. Use `longList` for lists this long. */
  bodyValues?: number;
}

/** The file fields of a multipart form by name: one required file, one optional file, or any number. */
export type FileFields = Readonly<Record<string, 'one' | 'optional' | 'many'>>;

export type Contract = { [K in `${Method} /${string}`]?: Endpoint };

/** Declares calls; keys are `METHOD /path/:param`. */
export const contract = <const C extends Contract>(calls: C): C => calls;

export type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
export type Input<T> = T extends z.ZodType ? z.input<T> : never;
