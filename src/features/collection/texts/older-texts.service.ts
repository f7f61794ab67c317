import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import { findIfStored } from '#kernel/records/former.ts';
import { findVersionBy } from '#kernel/records/version-acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { type TextsByLocale, textFields } from '../collection.rules.ts';
import { type CollectionRow, type FormerTexts, listSeen } from '../collection.store.ts';
import { collectionEntity } from '../collection-record.service.ts';
import { setOrigin } from './paragraphs.store.ts';

/**
 * For the undo of a save: each text that comes back is of the English again that it was of before the save, and so is one that
 * the save only confirmed. Called before the texts are written; what it returns, after that, and before the new version is made.
 */
export async function bringingAgesBack(
  ctx: Context,
  { cid, cidx, multi_lang_data: had }: CollectionRow,
  has: TextsByLocale,
  of: number,
): Promise<() => Promise<void>> {
  const former = await findIfStored<FormerTexts>(ctx, of, { entity: collectionEntity, id: cid });
  const made = await findVersionBy(ctx, of, { entity: collectionEntity });
  const seen = new Map((await listSeen(ctx.db, cidx)).map((one) => [one.locale, one]));
  return async () => {
    for (const locale of Object.keys(has) as Locale[])
      for (const field of locale === defaultLocale ? [] : textFields) {
        const isBack = had[locale]?.[field] !== has[locale]?.[field];
        const ver = seen.get(locale)?.[field];
        const older = former?.older.find((one) => one.locale === locale && one.field === field);
        // One that was not older was right as of the version before. One that is of an earlier version was saved in part.
        const right = isBack && made?.before ? Math.min(made.before, ver ?? made.before) : undefined;
        const was = isBack || ver === former?.verIdx ? (older?.ver ?? right) : undefined;
        if (was !== undefined) await setOrigin(ctx.db, cidx, { locale, field }, { ver: was, madeOf: null });
      }
  };
}
