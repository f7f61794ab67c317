import { AppError } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { TextsBody } from '../collection.contract.ts';
import { type TextField, type TextsByLocale, textFields } from '../collection.rules.ts';
import { changeCollection } from '../collection.service.ts';
import type { CollectionRow } from '../collection.store.ts';
import { findWriter } from './written-texts.read.ts';

type Given = Partial<Record<Locale, TextsBody>>;
type Base = Partial<Record<Locale, Partial<Record<TextField, string>>>>;

/**
 * Saves texts of a collection, each over the text that it was typed over: what others saved in other cells meanwhile
 * does not matter. Confirms these texts only, and saves none if one of them was changed by somebody else.
 */
export async function saveTexts(
  ctx: Context,
  cid: string,
  { texts, base, reason }: { texts: Given; base: Base; reason?: string },
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
  return changeCollection(
    ctx,
    cid,
    { multi_lang_data: texts },
    { pathOf, confirmed: 'texts', check, ...(reason && { reason }) },
  );
}

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
