import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApprovalNeeded } from '../work/approval-needed.ts';
import type { Context } from '../work/context.ts';
import type { Contract, Endpoint, Output } from '../work/contract.ts';
import { OnlyShown } from '../work/only-shown.ts';
import { AppError } from '../messages/errors.ts';
import type { OnPosition } from '../work/task-queue.ts';
import type { Caller, UnitOfWork } from '../work/unit-of-work.ts';
import { callerOf } from './caller.ts';
import { readForm } from './forms.ts';
import { IdempotencyHeaders, once } from './idempotency.ts';
import { requireKnownQuery } from './known-query.ts';
import { type RouteDocs, redirectsTo } from './openapi.ts';

/** Runs work in a transaction for the caller; for `long` calls, `onPosition` reports the position in the queue. */
export type Write = <T>(act: (ctx: Context) => Promise<T>, onPosition?: OnPosition) => Promise<T>;

/** What a handler receives: a context (for a write, that of the transaction) and the parsed input. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For calls that read files or open their own transaction. */
  write: Write;
}

type Result<E extends Endpoint> = E['ready'] extends true
  ? FastifyReply
  : E['stream'] extends string | readonly string[]
    ? Readable
    : E['response'] extends z.ZodType
      ? Answer<z.input<E['response']>>
      : void;

/** A handler whose call answers nothing but its success answers nothing. */
type Answer<Of> = Of extends { results: { success?: boolean | undefined } }
  ? { results: object } extends Of
    ? Of | void
    : Of
  : Of;

export type Handlers<C> = {
  [K in keyof C]: C[K] extends Endpoint ? (call: Call<C[K]>) => Result<C[K]> | Promise<Result<C[K]>> : never;
};

/** What calls need from the process. */
interface ApiParts {
  app: FastifyInstance;
  work: UnitOfWork;
  /** Throws if a read may not write, as an export does that is recorded; other methods are refused at the door. */
  requireWritable: (request: FastifyRequest) => void;
}

/** Mounts a contract on Fastify, one handler per call. Reads use the pool, each write runs in one transaction. */
export function mountApi<C extends Contract>(parts: ApiParts, calls: C, handlers: Handlers<C>): void {
  for (const [key, endpoint] of Object.entries(calls)) {
    if (endpoint) mountEndpoint(parts, key, endpoint, handlers[key as keyof C]);
  }
}

type AnyHandler = (call: Call<Endpoint>) => unknown;

function mountEndpoint(
  { app, work, requireWritable }: ApiParts,
  key: string,
  endpoint: Endpoint,
  handle: AnyHandler,
): void {
  const [method = '', url = ''] = key.split(' ');
  const reads = method === 'GET' || endpoint.files !== undefined || endpoint.ownTransaction === true;
  const isForKnown = !endpoint.permission?.startsWith('key:') && endpoint.permission !== 'public';
  const canBeTried = (!reads || endpoint.triable === true) && isForKnown;
  const succeeded = endpoint.response && !endpoint.stream ? { results: {} } : undefined;
  app.route({
    method,
    url,
    bodyLimit: endpoint.bodyLimit,
    config: {
      permission: endpoint.permission ?? 'admin',
      acceptsKey: endpoint.acceptsKey === true,
      inMaintenance: endpoint.inMaintenance,
      takesPassword: endpoint.takesPassword === true,
      forPrograms: endpoint.forPrograms === true,
      docs: docsOf(endpoint),
      files: endpoint.files !== undefined,
      bodyValues: endpoint.bodyValues,
      canBeTried,
      isData: true,
    },
    schema: schemaOf(key, endpoint),
    ...(endpoint.form && { preValidation: readForm }),
    handler: async (request, reply) => {
      requireKnownQuery(request, endpoint.query);
      const caller = callerOf(request);
      const long = endpoint.long === true;
      let did: number | undefined;
      let awaited: number | undefined;
      const onAct = (act: number) => {
        did = act;
      };
      const onApproval = (apprIdx: number) => {
        awaited = apprIdx;
      };
      let tried: unknown;
      const write: Write = async (act, onPosition) => {
        if (method === 'GET') requireWritable(request);
        const doing = endpoint.idempotent ? (ctx: Context) => once(ctx, request, () => act(ctx)) : act;
        const noted = async (ctx: Context) => {
          const made = await doing(ctx);
          // What a call with transactions of its own would have answered, had it come to that.
          if (reads) tried = { results: made };
          return made;
        };
        return work.write(caller, noted, { long, onPosition, onAct, onApproval });
      };
      const { params, query, body } = request;
      const run = async (ctx: Context) => {
        tried = (await handle({ ctx, params, query, body, request, reply, write })) ?? succeeded;
        return tried;
      };
      if (typeof endpoint.stream === 'string') void reply.type(endpoint.stream);
      const act = () => (reads ? work.read(caller, run, { replica: endpoint.replica === true }) : write(run));
      const answer = await act().catch(async (error: unknown) => {
        // A call that refuses its rows answers so, and has nothing to plan.
        if (error instanceof OnlyShown || (caller.proposal && isFailure(tried))) return tried;
        awaited = await planned(work, caller, { error, answer: tried, isWhole: canBeTried });
        // An assistant hears what its call would have answered.
        return caller.proposal ? tried : { results: {} };
      });
      // A reply that a handler returns is awaited, and is nothing once it was sent.
      if (reply.sent) return reply;
      if (awaited === undefined) return withAct(answer, did);
      return reply.code(202).send({ results: { ...Object(Object(withAct(answer, did)).results), approval: awaited } });
    },
  });
}

/** Stores work that another person has to approve, so that it can be done then; returns the number of the approval. */
async function planned(
  work: UnitOfWork,
  caller: Caller,
  { error, answer, isWhole }: { error: unknown; answer: unknown; isWhole: boolean },
): Promise<number> {
  const { proposal, ...planner } = caller;
  const { call, approval } = planner;
  if (!(error instanceof ApprovalNeeded) || !call) throw error;
  const apprIdx = await work.write(planner, (ctx) => error.store(ctx, { call, proposal, answer, isWhole }));
  // What was approved has changed meanwhile: it is not done, and has to be looked at again.
  if (approval) throw new AppError(409, 'error.approval_changed');
  return apprIdx;
}

/** Adds the number of the act to what is answered; answers whose schema has no `act_idx` drop it. */
function withAct(answer: unknown, act: number | undefined): unknown {
  if (act === undefined || !isObject(answer)) return answer;
  const of = 'data' in answer ? 'data' : 'results';
  const given = answer[of];
  return isObject(given) ? { ...answer, [of]: { ...given, act_idx: given['act_idx'] ?? act } } : answer;
}

const isFailure = (answer: unknown): boolean => Object(Object(answer).results).success === false;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf(key: string, endpoint: Endpoint) {
  return {
    operationId: key,
    summary: endpoint.summary,
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.idempotent && { headers: IdempotencyHeaders }),
    ...((endpoint.files || endpoint.form) && { consumes: consumesOf(endpoint) }),
    ...(endpoint.response && !endpoint.stream && { response: { 200: endpoint.response } }),
  };
}

/** What openapi.json documents in addition to the schemas. */
function docsOf({ files, fields, stream = [], response, redirect, stability }: Endpoint): RouteDocs {
  const schemaOfType = (type: string) => (response && type.startsWith('application/json') ? response : z.string());
  const content = Object.fromEntries([stream].flat().map((type) => [type, schemaOfType(type)]));
  const file = { description: 'The file', content };
  return {
    ...(files && { files, fields }),
    ...(stability && { stability }),
    ...(stream.length > 0 && { answers: { 200: file } }),
    ...(redirect !== undefined && { answers: { 303: redirectsTo(redirect) } }),
  };
}

const consumesOf = (endpoint: Endpoint) =>
  endpoint.files && !endpoint.body
    ? ['multipart/form-data']
    : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
