import { z } from 'zod';
import {
  ApprovalChange,
  ApprovalFigure,
  ApprovalRow,
  PlanPage,
  approvalStatuses,
  PlanEdits,
  RefusedPart,
} from '#features/approval/approval-proposals.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, whole } from '#kernel/work/fields.ts';

const ProposalParams = z.object({ prop_idx: idx });

export const AssistantKeyParams = z.object({ key_idx: idx });

// What somebody has seen, so never left out.
const version = whole(0, 2_147_483_647);

const Proposal = ApprovalRow.omit({ appr_idx: true, kind: true }).extend({ prop_idx: z.int() });
export type Proposal = z.output<typeof Proposal>;

const ProposedChange = ApprovalChange.pick({ kind: true, id: true, title: true, href: true, action: true }).extend({
  fields: z.array(ApprovalChange.shape.fields.element.omit({ words: true })),
});

/** What a proposal would do, as it was when it was planned. */
const ProposedPlan = z.object({
  changes: z.array(ProposedChange),
  count: z.int().describe('How many changes there are, with those that are not listed'),
  effects: z.array(ApprovalFigure),
  refused: z.array(RefusedPart).describe('What the call would leave as it is'),
  edits: PlanEdits.extend({ left: z.array(ProposedChange), edited: z.array(ProposedChange) })
    .nullable()
    .describe('What a person has left out, and fields from the proposed value to the one that is applied'),
  conflicts: z
    .array(z.object({ kind: z.string(), id: z.string(), title: z.string().nullable() }))
    .describe('What somebody else has changed since it was proposed'),
});
export type ProposedPlan = z.output<typeof ProposedPlan>;

export const assistantApi = contract({
  'POST /mcp': {
    summary: 'The door of assistants: Model Context Protocol over streamable HTTP, without sessions',
    permission: 'key:assistant',
    body: z.unknown(),
    ownTransaction: true,
    ready: true,
    // Rows of a sheet fit in: those of the calls that take 5,000 books or sentences.
    bodyLimit: 16 << 20,
    bodyValues: 300_000,
    response: z.unknown(),
  },
  'GET /mcp': {
    summary: 'Answers 405: there is no stream of messages',
    permission: 'key:assistant',
    response: results(success),
  },
  'GET /api/v1/proposal': {
    summary: 'What assistants propose, the newest 200: those of the caller’s assistants, or all',
    query: z.object({ whose: z.enum(['own', 'all']).default('all'), status: z.enum(approvalStatuses).optional() }),
    response: results(z.object({ rows: z.array(Proposal) })),
  },
  'GET /api/v1/proposal/:prop_idx': {
    summary: 'A proposal of an assistant, with its plan: 200 changes to a page',
    params: ProposalParams,
    query: PlanPage,
    response: results(Proposal.extend({ plan: ProposedPlan })),
  },
  'POST /api/v1/proposal/:prop_idx/apply': {
    summary:
      'Apply exactly what was proposed; if it would do something else by now, the new plan takes its place (409)',
    params: ProposalParams,
    body: z.strictObject({ version }),
    ownTransaction: true,
    ready: true,
    response: results(
      z.looseObject({
        act_idx: z.int().optional(),
        goes_on: z.boolean().optional().describe('A job does it; the proposal waits until that has ended'),
      }),
    ),
  },
  'POST /api/v1/proposal/:prop_idx/return': {
    summary: 'Send a proposal back to its assistant, with a sentence',
    params: ProposalParams,
    body: z.strictObject({ text: z.string().trim().min(1).max(1000), version: version.optional() }),
    response: results(success),
  },
  'DELETE /api/v1/proposal/:prop_idx': {
    summary: 'Withdraw a proposal of one of one’s own assistants',
    params: ProposalParams,
    response: results(success),
  },
});
