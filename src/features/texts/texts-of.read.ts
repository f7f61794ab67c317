import { AppError } from '#kernel/messages/errors.ts';
import type { RecordText, TravellingTexts } from '#kernel/records/record-texts.ts';
import type { RecordDeclaration, Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';

/** The kinds of records whose texts travel. */
export const kindsWithTexts = (records: Records): RecordDeclaration[] => records.all.filter(({ texts }) => texts);

/** The texts of a kind of record; 400 if they do not travel. */
export function travellingOf(records: Records, kind: string): TravellingTexts {
  const texts = records.of(kind)?.texts;
  if (texts) return texts;
  const choices = kindsWithTexts(records)
    .map((one) => one.kind)
    .join(', ');
  throw new AppError(400, 'invalid.input', undefined, {
    fields: { what: { key: 'invalid.choice', values: { choices } } },
  });
}

// Records whose texts are read by one statement.
const together = 100;

/** Texts of records in batches, by ids that were read at the start. */
export async function* readInParts(
  ctx: Context,
  texts: TravellingTexts,
  ids: readonly string[],
): AsyncGenerator<RecordText[]> {
  for (let from = 0; from < ids.length; from += together) yield await texts.read(ctx, ids.slice(from, from + together));
}
