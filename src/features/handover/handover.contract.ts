import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';

export const StaffParams = z.object({ staff_idx: idx });

/** What is handed over: kinds as a whole, or some of a kind, to somebody else than the others, or ended instead. */
const Part = z
  .strictObject({
    kind: z.string().max(40),
    ids: z.array(z.string().max(200)).max(500).optional(),
    to: idx.optional(),
    end: z.literal(true).optional(),
  })
  .refine(({ to, end }) => to === undefined || end === undefined, { path: ['end'], message: 'handover.to_or_end' });
export type HandedPart = z.output<typeof Part>;

const Kind = z.object({
  kind: z.string(),
  label: z.string(),
  count: z.int(),
  /** Whether it can be ended instead. */
  can_end: z.boolean(),
  /** Whether somebody else can take it over; if not, handing over everything ends it. */
  can_give: z.boolean(),
  /** The first ones. */
  rows: z.array(z.object({ id: z.string(), title: z.string(), href: z.string() })),
});
export type KindOfBelongings = z.output<typeof Kind>;

export const handoverApi = contract({
  'GET /api/v1/staff/:staff_idx/belongings': {
    summary: 'What belongs to an account, by kind: what somebody has to take over once it is disabled',
    params: StaffParams,
    response: results(z.object({ count: z.int(), kinds: z.array(Kind) })),
  },
  'POST /api/v1/staff/:staff_idx/handover': {
    summary: 'Hand what belongs to a disabled account to another one; without `what`, everything',
    params: StaffParams,
    body: z.strictObject({
      to: idx,
      what: z
        .union([
          z.literal('all'),
          z
            .array(z.union([z.string().max(40), Part]))
            .min(1)
            .max(40),
        ])
        .optional(),
    }),
    response: results(z.object({ given: z.int(), ended: z.int(), act_idx: z.int() })),
  },
});
