import type { z } from 'zod';
import type { KeyScope } from '../auth/actor.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anybody, any signed-in account, administrators, or programs with an API key of this scope. */
export type Permission = 'public' | 'signed-in' | 'admin' | `key:${KeyScope}`;

/** One call: what comes in, what goes out, and who may. */
export interface Endpoint {
  summary: string;
  /** Administrators unless said otherwise. */
  permission?: Permission;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may also come as an urlencoded or multipart form. */
  form?: true;
  /** The handler reads a multipart stream with these files itself, and finds no body. A nullable `body` beside it takes the same without a file. */
  files?: FileFields;
  /** The fields of that form beside its files; the handler checks them. */
  fields?: z.ZodObject;
  /** The handler opens its transaction itself, with `write`, so that slow work such as hashing holds none. */
  ownTransaction?: true;
  /** Takes an `Idempotency-Key`; see {@link once}. For writes whose callers are known, without files or own transactions. */
  idempotent?: true;
  /** Work of many seconds: it waits in line for one of the few connections kept for it, and unrelated calls do not. */
  long?: true;
  /** Answers a stream instead of JSON, of this content type or one of these, which the handler then names. */
  stream?: string | readonly string[];
  /** Answers 303 instead: says where it leads. */
  redirect?: string;
  response?: z.ZodType;
  /** A GET that may lag behind: lists, reports and exports read from a replica where there is one. */
  replica?: true;
  /** Bytes; 64 KiB unless said otherwise. Files have limits of their own. */
  bodyLimit?: number;
  /** Elements and fields of a JSON body, however deep; 5,000 unless said otherwise. Lists of so many are a `longList`. */
  bodyValues?: number;
}

/** The file fields of a multipart form by name: one file that has to come, may come, or any number of them. */
export type FileFields = Readonly<Record<string, 'one' | 'optional' | 'many'>>;

export type Contract = { [K in `${Method} /${string}`]?: Endpoint };

/** Declares calls; keys are `METHOD /path/:param`. */
export const contract = <const C extends Contract>(calls: C): C => calls;

export type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
export type Input<T> = T extends z.ZodType ? z.input<T> : never;
