import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anybody, any signed-in account, or administrators. */
export type Permission = 'public' | 'signed-in' | 'admin';

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
  /** The handler reads a multipart stream itself, and finds no body. A nullable `body` beside it takes the same without a file. */
  files?: true;
  /** The handler opens its transaction itself, with `write`, so that slow work such as hashing holds none. */
  ownTransaction?: true;
  /** Answers a stream of this content type instead of JSON. */
  stream?: string;
  response?: z.ZodType;
  /** A GET that may lag behind: lists, reports and exports read from a replica where there is one. */
  replica?: true;
  /** Bytes; 1 MiB unless said otherwise. */
  bodyLimit?: number;
}

export type Contract = { [K in `${Method} /${string}`]?: Endpoint };

/** Declares calls; keys are `METHOD /path/:param`. */
export const contract = <const C extends Contract>(calls: C): C => calls;

export type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
export type Input<T> = T extends z.ZodType ? z.input<T> : never;
