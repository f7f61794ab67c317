import { z } from 'zod';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { plainForm } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { StoredDay } from '#kernel/work/days.ts';
import { idx, results, succeeded, whole } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { readCode } from '../code.rules.ts';
import { codeFilter } from '../find/code-filter.contract.ts';
import { changedFields, leftReasons, mostDays } from './code-change.rules.ts';

// The most codes that can be listed by name; more are chosen by a filter.
const namedLimit = 10_000;

const named = longList(z.string().max(40).transform(readCode), { min: 1, max: namedLimit });

/** Codes as a list or, in forms, as one text with any separators. */
const codes = z.union([
  z
    .string()
    .max(namedLimit * 20)
    .transform((text) =>
      plainForm(text)
        .split(/[\s,;、]+/)
        .filter(Boolean),
    )
    .pipe(named),
  named,
]);

/** A filter; in forms, its JSON text. */
const filter = z.union([
  codeFilter.body,
  z
    .string()
    .max(1000 + mostListText)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('invalid.format');
        return z.NEVER;
      }
    })
    .pipe(codeFilter.body),
]);

const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', 'on']).transform((text) => /^(true|1|on)$/.test(text)),
]);

/** Seconds, or the last valid day; 0, or the empty date of a form, means no end. */
const end = z.union([StoredDay, z.literal('').transform(() => 0), whole(0, endOfTime)]);

const chosen = {
  /** Either these codes, or all that match the filter except some. */
  codes: codes.optional(),
  filter: filter.optional(),
  except: named.optional(),
  memo: z.string().trim().max(2000).default(''),
  dry_run: flag.default(false),
};

const Example = z.object({ code: z.string(), reason: z.enum(leftReasons) });

/** How many of some codes went to a customer on a day, 'YYYY-MM-DD' in the time zone of the office. */
const DeliveredCodes = z.object({ to: z.string(), day: z.string(), codes: z.int() });
export type DeliveredCodes = z.output<typeof DeliveredCodes>;

const ForeseenChange = z.object({
  success: succeeded,
  /** How many codes are selected. */
  count: z.int(),
  changed: z.int(),
  /** How many stay as they are, by reason. */
  left: z.partialRecord(z.enum(leftReasons), z.int()),
  /** Some codes that change, and some that stay. */
  first: z.object({ changed: z.array(z.string()), left: z.array(Example) }),
  /** With dry_run: how many have left, by customer and day, newest first; at most three. */
  delivered: z.array(DeliveredCodes).optional(),
  act_idx: z.int().optional(),
  /** The job that changes them, if there are more than 5,000; see /api/v1/work. */
  work_idx: z.int().optional(),
});
export type CodeChangeForeseen = z.output<typeof ForeseenChange>;

const change = <Shape extends z.ZodRawShape>(summary: string, value: Shape) => ({
  summary: `${summary}. Codes by name, or all that match a filter; dry_run only counts`,
  form: true as const,
  body: z.strictObject({ ...chosen, ...value }),
  bodyLimit: 1 << 20,
  bodyValues: 12_000,
  response: results(ForeseenChange),
});

const Undone = z.object({
  success: succeeded,
  back: z.int(),
  /** How many were changed since and stay as they are, and the first of them. */
  kept: z.int(),
  left: z.object({ changed_since: z.int() }),
  first: z.array(z.string()),
  /** The job that restores them, if there are more than 5,000; see /api/v1/work. */
  work_idx: z.int().optional(),
});

/** What an act did to the codes of a batch. */
export const BatchAct = z.object({
  act_idx: z.int(),
  at: z.int(),
  actor: z.string().nullable(),
  field: z.enum(changedFields),
  /** Null for an undo. */
  value: z.int().nullable(),
  changed: z.int(),
  memo: z.string(),
});
export type BatchAct = z.output<typeof BatchAct>;

const BatchParams = z.object({ cg_idx: idx });

export const codeChangeApi = contract({
  'POST /customer/code/update/length': change('Set the days that codes last which were never activated', {
    length: whole(0, mostDays),
  }),
  'POST /customer/code/update/valid_until': change('Set until when codes can be redeemed that were never activated', {
    valid_until: end,
  }),
  'POST /customer/code/update/expired_date': change('Set when activated codes end', { expired_date: end }),
  'POST /customer/code/update/is_canceled': change(
    'Cancel codes that are not expired, or restore cancelled ones with 0',
    {
      is_canceled: whole(0, Number.MAX_SAFE_INTEGER),
    },
  ),
  'POST /api/v1/code/act/:act_idx/undo': {
    summary:
      'Undo a change of codes within 24 hours, a replacement or a lowered quantity; codes that were changed since stay as they are',
    params: z.object({ act_idx: idx }),
    long: true,
    response: results(Undone),
  },
  'GET /api/v1/code/batch/:cg_idx/changes': {
    summary: 'The last 100 changes of many or single codes of a batch, newest first',
    params: BatchParams,
    response: results(z.array(BatchAct)),
  },
});
