import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#kernel/messages/errors.ts';
import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import type { TextOrigin } from '#kernel/records/record-texts.ts';
import { blocksOf } from '#kernel/text/paragraphs.rules.ts';
import { plainParagraphs } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import { isRich, type RichField, type TextsByLocale } from '../collection.rules.ts';
import type { CollectionRow } from '../collection.store.ts';
import { findOrigin, setOrigin, type TextOf } from '../text-origin.store.ts';
import { findSeen } from '../text-version.store.ts';

/** By language and text, the English that each of its paragraphs is of, in plain words; empty where one is of none. */
export type MadeOf = Partial<Record<Locale, Partial<Record<RichField, string[]>>>>;

/** The texts whose paragraphs a save says something of. */
export const textsOf = (madeOf: MadeOf): (TextOf & { field: RichField; paragraphs: string[] })[] =>
  (Object.entries(madeOf) as [Locale, Partial<Record<RichField, string[]>>][]).flatMap(([locale, fields]) =>
    (Object.entries(fields) as [RichField, string[]][]).map(([field, paragraphs]) => ({ locale, field, paragraphs })),
  );

/** Whether paragraphs are of nothing but all of the English as it is. */
export function isWhollyDone(texts: TextsByLocale, field: RichField, paragraphs: readonly string[]): boolean {
  const english = plainParagraphs(texts[defaultLocale]?.[field] ?? '');
  return isDeepStrictEqual(paragraphs.filter(Boolean), english.filter(Boolean));
}

/** What a text was made of if the English was saved since; undefined otherwise. */
export async function findOlderOrigin(ctx: Context, cidx: number, of: TextOf): Promise<TextOrigin | undefined> {
  const [origin, english] = [await findOrigin(ctx.db, cidx, of), await findSeen(ctx.db, cidx, defaultLocale)];
  return of.locale !== defaultLocale && origin && english && origin.ver < english[of.field] ? origin : undefined;
}

/**
 * Leaves a text that was saved as old as it was, since only some of its paragraphs are done. Without as many as it has, what
 * they are of is not known.
 */
export async function leavePartlyDone(
  ctx: Context,
  { cidx, multi_lang_data: texts }: CollectionRow,
  { locale, field, paragraphs }: TextOf & { paragraphs: string[] },
  { ver }: TextOrigin,
): Promise<void> {
  const isKnown = blocksOf(texts[locale]?.[field] ?? '').length === paragraphs.length;
  await setOrigin(ctx.db, cidx, { locale, field }, { ver, madeOf: isKnown ? paragraphs : null });
}

/** The English that each paragraph is said to be of, where what was said of others before stays said. */
export function withMarks(
  paragraphs: readonly string[],
  origin: TextOrigin | undefined,
  texts: TextsByLocale,
  field: RichField,
): string[] {
  const was = origin?.madeOf;
  if (was?.length !== paragraphs.length) return [...paragraphs];
  const now = new Set(plainParagraphs(texts[defaultLocale]?.[field] ?? ''));
  return paragraphs.map((text, index) => (now.has(text) ? text : (was[index] ?? text)));
}

/**
 * Says which paragraphs of an older text are still right, others being left as they were; answers what the text was made of
 * before and is now, nothing if that is the same or the text is no longer older. 400 if it has not as many paragraphs.
 */
export async function markParagraphs(
  ctx: Context,
  { cidx, multi_lang_data: texts }: CollectionRow,
  { locale, field, paragraphs }: TextOf & { paragraphs: string[] },
): Promise<{ was: TextOrigin; now: TextOrigin } | undefined> {
  if (!isRich(field) || blocksOf(texts[locale]?.[field] ?? '').length !== paragraphs.length)
    throw new AppError(400, 'invalid.input', undefined, { fields: { made_of: { key: 'invalid.value' } } });
  const was = await findOlderOrigin(ctx, cidx, { locale, field });
  if (!was || JSON.stringify(was.madeOf) === JSON.stringify(paragraphs)) return undefined;
  const now = { ver: was.ver, madeOf: paragraphs };
  await setOrigin(ctx.db, cidx, { locale, field }, now);
  return { was, now };
}
