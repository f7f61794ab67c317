import { AppError } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { TextOrigin } from '#kernel/records/record-texts.ts';
import type { Context } from '#kernel/work/context.ts';
import type { TextsBody } from '../collection.contract.ts';
import { type TextField, type TextsByLocale, textFields } from '../collection.rules.ts';
import { changeCollection } from '../collection.service.ts';
import type { CollectionRow } from '../collection.store.ts';
import type { TextOf } from '../text-origin.store.ts';
import { findOlderOrigin, isWhollyDone, leavePartlyDone, type MadeOf, textsOf } from './paragraphs.service.ts';
import { reviewTexts } from './review.service.ts';
import { findWriter } from './written-texts.read.ts';

type Given = Partial<Record<Locale, TextsBody>>;
type Base = Partial<Record<Locale, Partial<Record<TextField, string>>>>;

/**
 * Saves texts of a collection, each over the text that it was typed over: what others saved in other cells meanwhile
 * does not matter. Confirms these texts only, and saves none if one of them was changed by somebody else. Of a long text
 * `made_of` says which of its paragraphs are done: until all are, it stays older than the English.
 */
export async function saveTexts(
  ctx: Context,
  cid: string,
  { texts, base, made_of: madeOf = {}, reason }: { texts: Given; base: Base; made_of?: MadeOf; reason?: string },
): Promise<CollectionRow> {
  const check = async ({ cidx, multi_lang_data: stored }: CollectionRow) => {
    const changed = changedMeanwhile(stored, texts, base);
    const [first] = changed;
    if (!first) return;
    const { by, at } = await findWriter(ctx, cidx, first.locale);
    const own = by === actorName(ctx.actor) ? 'yes' : 'no';
    const values = { name: by ?? ctx.text('actor.system'), own, time: timeText(ctx, at ?? inSeconds(ctx.now)) };
    throw new AppError(409, 'error.stale', values, { details: { changed } });
  };
  const pathOf = (locale: Locale, field: TextField) => `texts.${locale}.${field}`;
  return savePartly(ctx, cid, { multi_lang_data: texts }, madeOf, {
    pathOf,
    confirmed: 'texts',
    check,
    ...(reason && { reason }),
  });
}

/** Saves the texts of one language, which confirms all of them but the paragraphs that `made_of` leaves as they were. */
export const localizeCollection = (
  ctx: Context,
  cid: string,
  locale: Locale,
  { version, made_of: madeOf, ...texts }: TextsBody & { version?: number | undefined; made_of?: MadeOf[Locale] },
): Promise<CollectionRow> =>
  savePartly(ctx, cid, { version, multi_lang_data: { [locale]: texts } }, madeOf ? { [locale]: madeOf } : {}, {
    pathOf: (_, field) => field,
  });

/** Saves texts, of which those that are partly done stay as old as they were. */
async function savePartly(
  ctx: Context,
  cid: string,
  body: { version?: number | undefined; multi_lang_data: Given },
  madeOf: MadeOf,
  { check, ...options }: NonNullable<Parameters<typeof changeCollection>[3]>,
): Promise<CollectionRow> {
  const marked = textsOf(madeOf);
  const origins = new Map<object, TextOrigin | undefined>();
  let before: CollectionRow | undefined;
  const row = await changeCollection(ctx, cid, body, {
    ...options,
    check: async (stored) => {
      before = stored;
      for (const of of marked) origins.set(of, await findOlderOrigin(ctx, stored.cidx, of));
      await check?.(stored);
    },
  });
  const isSaved = (of: (typeof marked)[number]) =>
    options.confirmed === 'texts'
      ? textOf(row, of) !== (before && textOf(before, of))
      : row.version !== before?.version;
  for (const of of marked) {
    const origin = origins.get(of);
    // What is only said of a text, not saved, is a mark of its own.
    if (!isSaved(of)) await reviewTexts(ctx, cid, of.locale, of);
    else if (origin && !isWhollyDone(row.multi_lang_data, of.field, of.paragraphs))
      await leavePartlyDone(ctx, row, of, origin);
  }
  return row;
}

const textOf = ({ multi_lang_data: texts }: CollectionRow, { locale, field }: TextOf) => texts[locale]?.[field] ?? '';

/** The texts that are neither what they were typed over nor what is to be saved, as they are now. */
function changedMeanwhile(stored: TextsByLocale, texts: Given, base: Base) {
  return (Object.keys(texts) as Locale[]).flatMap((locale) =>
    textFields.flatMap((field) => {
      const [now, over, wanted] = [stored[locale]?.[field] ?? '', base[locale]?.[field], texts[locale]?.[field]];
      const isFresh = wanted === undefined || over === undefined || now === over || now === wanted;
      return isFresh ? [] : [{ locale, field, text: now }];
    }),
  );
}
