import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { callerOf } from './caller.ts';
import type { Contract, Endpoint, Output } from './contract.ts';
import { type FormFile, readForm } from './forms.ts';

/** What a handler receives: a context that is the transaction in a write, and the parsed input. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For calls that read files or open their transaction themselves. */
  write: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;
}

type Result<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']>
  : E['stream'] extends string
    ? Readable
    : void;

export type Handlers<C> = {
  [K in keyof C]: C[K] extends Endpoint ? (call: Call<C[K]>) => Result<C[K]> | Promise<Result<C[K]>> : never;
};

/** Mounts a contract on Fastify, one handler a call. Reads get the pool, writes get one transaction. */
export function mountApi<C extends Contract>(
  app: FastifyInstance,
  work: UnitOfWork,
  calls: C,
  handlers: Handlers<C>,
): void {
  for (const [key, endpoint] of Object.entries(calls)) {
    if (endpoint) mountEndpoint(app, work, key, endpoint, handlers[key as keyof C]);
  }
}

type AnyHandler = (call: Call<Endpoint>) => unknown;

function mountEndpoint(
  app: FastifyInstance,
  work: UnitOfWork,
  key: string,
  endpoint: Endpoint,
  handle: AnyHandler,
): void {
  const [method = '', url = ''] = key.split(' ');
  app.route({
    method,
    url,
    bodyLimit: endpoint.bodyLimit,
    config: { permission: endpoint.permission ?? 'admin' },
    schema: schemaOf(key, endpoint),
    ...(endpoint.form && { preValidation: readForm }),
    handler: (request, reply) => {
      const caller = callerOf(request);
      const write = <T>(act: (ctx: Context) => Promise<T>) => work.write(caller, act);
      const { params, query, body } = request;
      const run = async (ctx: Context) => handle({ ctx, params, query, body, request, reply, write });
      if (endpoint.stream) void reply.type(endpoint.stream);
      const reads = method === 'GET' || endpoint.files || endpoint.ownTransaction;
      return reads ? work.read(caller, run, { replica: endpoint.replica === true }) : work.write(caller, run);
    },
  });
}

function schemaOf(key: string, endpoint: Endpoint) {
  return {
    operationId: key,
    summary: endpoint.summary,
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...((endpoint.files || endpoint.form) && { consumes: consumesOf(endpoint) }),
    ...(endpoint.response && { response: { 200: endpoint.response } }),
    ...(endpoint.stream && { response: { 200: { content: { [endpoint.stream]: { schema: z.string() } } } } }),
  };
}

const consumesOf = (endpoint: Endpoint) =>
  endpoint.files && !endpoint.body
    ? ['multipart/form-data']
    : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

export type { FormFile };
