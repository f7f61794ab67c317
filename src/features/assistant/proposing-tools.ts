import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { withdrawPlan } from '#features/approval/approval-proposals.public.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { assistantRights } from '#kernel/work/actor.ts';
import { tries } from '#kernel/work/tries.ts';
import { filledPath, isOfAnyKind, neededForChange, queryText } from './changes.rules.ts';
import { fittingPlan } from './fitting-plan.rules.ts';
import { getProposal, planOfProposal, proposalOf, readProposals } from './proposal.read.ts';
import { maySeeKind, type Rights } from './rights.rules.ts';
import { CallRefused, longestAnswer, type Tool, type ToolParts, tool } from './tool.ts';

const number = z.int().min(1).max(2_147_483_647);
const scalar = z.union([z.string().max(2000), z.number(), z.boolean()]);
const operation = z.string().min(3).max(200).describe('As list_changes names it');

/** A call that can be proposed, as `PUT /api/v1/series/{ser_idx}`. */
interface Change {
  operation: string;
  method: string;
  path: string;
  needs: readonly ('codes' | 'learners' | 'read' | 'propose')[];
  schema: RouteOptions['schema'];
}

// What an answer has beside its plan fits in as well. Characters.
const longestPlan = longestAnswer - 10_000;

/** The calls that do all their work in one transaction and are open to assistants. */
function changesOf({ app }: Pick<Kernel, 'app'>): Change[] {
  return app.routeList.flatMap(({ method, url, config, schema }) => {
    const needs = config?.canBeTried ? neededForChange(url) : undefined;
    if (needs === undefined || typeof method !== 'string') return [];
    return [{ operation: `${method} ${url.replace(/:(\w+)/g, '{$1}')}`, method, path: url, needs, schema }];
  });
}

const isAllowed = ({ assistant }: ToolParts, { needs }: Change) => needs.every((right) => assistant.rights.has(right));

function changeNamed(parts: ToolParts, name: string): Change {
  const change = changesOf(parts.kernel).find((one) => one.operation === name);
  if (!change) throw new AppError(404, 'assistant.unknown_change');
  if (!isAllowed(parts, change))
    throw new AppError(403, 'assistant.missing_right', { rights: change.needs.join(', ') });
  return change;
}

const jsonSchema = (schema: unknown) =>
  schema === undefined ? null : z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });

const summaryOf = ({ schema }: Change): string => String(Object(schema).summary ?? '');

/** The tools that plan a change and follow what becomes of it. None of them changes anything of the library. */
export const proposingTools: readonly Tool[] = [
  tool({
    name: 'list_changes',
    description:
      'The changes that can be proposed; with `operation`, the schemas of its `params`, `query` and `body`. A change that saves a record takes the `version` that reading it answered.',
    needs: ['propose'],
    input: z.strictObject({ operation: operation.optional() }),
    run: async (parts, { operation: name }) => {
      if (name === undefined)
        return {
          changes: changesOf(parts.kernel)
            .filter((change) => isAllowed(parts, change))
            .map((change) => ({ operation: change.operation, summary: summaryOf(change) })),
        };
      const change = changeNamed(parts, name);
      const { params, querystring, body } = Object(change.schema);
      return {
        operation: name,
        summary: summaryOf(change),
        params: jsonSchema(params),
        query: jsonSchema(querystring),
        body: jsonSchema(body),
      };
    },
  }),
  tool({
    name: 'propose',
    description:
      'Propose a change. It is tried and taken back at once: nothing is written. The answer is the plan of what it would do; a person applies exactly that, or sends it back with a sentence. Where texts are too long for one answer, they are cut in it alone, and `shortened` says so. `why` is shown to that person as a quotation.',
    needs: ['propose'],
    input: z.strictObject({
      operation,
      params: z.record(z.string().max(50), z.union([z.string().max(500), z.number()])).default({}),
      query: z.record(z.string().max(50), scalar).default({}),
      body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
      why: z.string().trim().min(1).max(2000),
    }),
    run: async (parts, { operation: name, params, query, body, why }) => {
      const { kernel, assistant } = parts;
      const change = changeNamed(parts, name);
      const path = filledPath(change.path, params);
      if (path === undefined) throw new AppError(400, 'assistant.params');
      const given = { method: change.method, url: path + queryText(query), body: body ?? null };
      const { status, body: answer } = await tries.run(() =>
        kernel.replays.make(kernel.app, given, {
          actor: assistant.person,
          locale: assistant.locale,
          proposal: {
            keyIdx: assistant.keyIdx,
            assistant: assistant.name,
            why,
            ...(isOfAnyKind(change.path) && { requireKinds: requireKindsOf(assistant.rights) }),
          },
        }),
      );
      if (status !== 202) throw new CallRefused(status, refusalIn(answer) ?? { code: `status_${status}` });
      return shownProposal(parts, Number(Object(answer['results']).approval));
    },
  }),
  tool({
    name: 'proposals',
    description:
      'The proposals of this assistant, the newest first: their status, and as `message` the sentence that one was sent back with. With `proposal`, one of them with its plan as it is now, 200 changes to a `page`, and as `edits` what a person has left out or given other values.',
    needs: ['propose'],
    input: z.strictObject({ proposal: number.optional(), page: number.default(1) }),
    run: async (parts, { proposal, page }) => {
      if (proposal !== undefined) return shownProposal(parts, proposal, { whole: true, page });
      const rows = await parts.read((ctx) => readProposals(ctx, { keyIdx: parts.assistant.keyIdx }));
      return { proposals: rows };
    },
  }),
  tool({
    name: 'withdraw',
    description: 'Withdraw a proposal of this assistant that waits or was sent back.',
    needs: ['propose'],
    input: z.strictObject({ proposal: number }),
    run: async (parts, { proposal }) => {
      const { keyIdx, name } = parts.assistant;
      await parts.read((ctx) => getProposal(ctx, proposal, keyIdx));
      await parts.write((ctx) => withdrawPlan(ctx, proposal, { keyIdx, assistant: name }));
      return { proposal, status: 'withdrawn' };
    },
  }),
];

/** Refuses a plan with kinds of records that a key with these rights may not see. */
const requireKindsOf = (rights: Rights) => (entities: ReadonlySet<string>) => {
  for (const entity of entities) {
    if (maySeeKind(entity, rights)) continue;
    if (!maySeeKind(entity, new Set(assistantRights))) throw new AppError(403, 'error.not_proposable');
    throw new AppError(403, 'assistant.missing_right', { rights: 'codes, learners' });
  }
};

/** Why a call did nothing: its error, or the rows that it refused. */
const refusalIn = ({ error, results }: Record<string, unknown>): unknown => {
  const { error_msg: message, rows } = Object(results);
  return error ?? (message === undefined ? undefined : { code: 'refused', message, rows });
};

/** A proposal of this assistant with its plan: of kinds that its key may not see, only how many there are. */
function shownProposal(
  { kernel, assistant: { keyIdx, rights }, read }: ToolParts,
  propIdx: number,
  { whole, page = 1 }: { whole?: boolean; page?: number } = {},
) {
  return read(async (ctx) => {
    const row = await getProposal(ctx, propIdx, keyIdx);
    const plan = fittingPlan(await planOfProposal(ctx, kernel, row, { page, rights }), longestPlan);
    const { prop_idx: proposal, href, ...item } = proposalOf(row);
    return { proposal, href, plan, ...(whole && item) };
  });
}
