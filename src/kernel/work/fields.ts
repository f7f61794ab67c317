import { z } from 'zod';
import { unguardText } from '../text/formula-guard.rules.ts';
import { spreadsheetFault } from '../text/spreadsheet-fault.rules.ts';
import { cleanTitle } from '../text/text-forms.rules.ts';
import { amountForm, decimalsOf, isAmountIn } from '../text/money.rules.ts';

/**
 * A whole number, in JSON or as the digits that forms and addresses send. It is never coerced: null and an empty field
 * would become 0, and true 1.
 */
export const whole = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\s*-?\d{1,15}\s*$/.test(given) ? Number(given) : given),
    z.int().min(min).max(max),
  );

/** A numeric database key: positive and within PostgreSQL's integer range. */
export const idx = whole(1, 2_147_483_647);

/** A database key as a JSON number, for bodies that are not forms. */
export const idxNumber = z.int().min(1).max(2_147_483_647);

/** The version the caller loaded, for updates that must not overwrite a newer one; some records start at 0. */
export const version = whole(0, 2_147_483_647).optional();

/** The key of the order the caller loaded, so that an update does not undo a newer one. */
export const base = z.string().max(40).optional();

/** What goes with a record according to its references, as the caller was told before deleting it. */
export const Seen = z.object({ seen: z.string().max(400).optional() });

/** A check of a text that may come from a sheet: it is not what a spreadsheet left instead of it. */
export const asMeant = (text: string, ctx: z.RefinementCtx): void => {
  const fault = spreadsheetFault(text);
  if (fault) ctx.addIssue({ code: 'custom', message: fault });
};

/** A title: one line, at least one character. */
export const title = z
  .string()
  .overwrite(cleanTitle)
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'invalid.characters')
  .superRefine(asMeant);

/**
 * A text filter in the URL of a list; an empty one is ignored. One that is too long stays, and finds nothing: without it
 * the list would show everything. So do several, as the words of one.
 */
export const filterText = z
  .preprocess(
    (given) => (Array.isArray(given) ? given.join(' ') : given),
    z
      .string()
      .trim()
      .overwrite(unguardText)
      .transform((value) => value || undefined)
      .optional(),
  )
  .optional();

/** A query parameter that may be empty, as forms send it, which counts as absent; any other value is checked. */
export const orEmpty = <T extends z.ZodType>(field: T) =>
  // A copy: a schema that stands in several unions is written into the description of the first alone.
  z.union([field.clone(), z.literal('').transform(() => undefined)]).optional();

/** An amount of money: a decimal string, never a float. */
export const amount = z.string().regex(amountForm, 'invalid.amount');

/** A check of amounts in an object with a currency: none has more decimals than the currency. */
export const inCurrency =
  <Name extends string>(...names: Name[]) =>
  (given: { currency: string } & { [name in Name]: string | null }, ctx: z.RefinementCtx): void => {
    const { currency } = given;
    // Invalid ones have their own message.
    if (!isCurrency(currency)) return;
    for (const name of names) {
      const amountOf = given[name];
      if (amountOf === null || !amountForm.test(amountOf) || isAmountIn(currency, amountOf)) continue;
      const params = { currency, decimals: decimalsOf(currency) };
      ctx.addIssue({ code: 'custom', path: [name], message: 'invalid.decimals', params });
    }
  };

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

/** An ISO 4217 currency code. */
export const currency = z.string().trim().toUpperCase().refine(isCurrency, 'invalid.currency');

/** The number of the act that a call did; absent if it changed nothing, or what cannot be undone. */
export const act_idx = z.int().optional().describe('What was done can be undone: POST /api/v1/act/{act_idx}/undo');

/** That a call has succeeded. A handler need not say so: whoever fails throws. */
export const succeeded = z.boolean().default(true);

export const success = z.object({ success: succeeded, act_idx });

/** The answer of a v1 call. */
export const results = <T extends z.ZodType>(value: T) => z.object({ results: value });
