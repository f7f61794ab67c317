import { isDeepStrictEqual } from 'node:util';
import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { storeFormer } from '#kernel/records/former.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import { newestVersion } from '#kernel/records/versions.ts';
import type { TextOrigin } from '#kernel/records/record-texts.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionMessages } from '../collection.messages.ts';
import { isRich, type TextField, textFields } from '../collection.rules.ts';
import type { CollectionRow } from '../collection.store.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { versionsOf } from '../collection-versions.service.ts';
import { findOrigin, setOrigin } from '../text-origin.store.ts';
import { findSeen, markReviewed, type SeenVersions, unmarkReviewed } from '../text-version.store.ts';
import { isWhollyDone, markParagraphs, withMarks } from './paragraphs.service.ts';

interface Review {
  /** The version that was seen. */
  version?: number | undefined;
  /** The only text that was compared; if absent, all were. */
  field?: TextField | undefined;
  /** If only some of its paragraphs are still right, the English that each of them is of. */
  paragraphs?: string[] | undefined;
}

/** What the mark of a whole text, or of some of its paragraphs, took the place of. */
type Former = { locale: Locale } & (
  | { seen: SeenVersions; verIdx: number }
  | { field: TextField; was: TextOrigin; now: TextOrigin }
);

/** Marks texts of a language as up to date, although another language was saved since; idempotent. */
export async function reviewTexts(
  ctx: Context,
  cid: string,
  locale: Locale,
  { version, field, paragraphs }: Review = {},
): Promise<void> {
  const row = await lockRecord(ctx, collectionKind, cid);
  if (!row.multi_lang_data[locale]) throw noTextsIn(locale);
  await requireFresh(ctx, {
    entity: collectionEntity,
    id: cid,
    current: row.version,
    loaded: version,
    record: collectionKind.audited(row),
  });
  const texts = row.multi_lang_data;
  const marked =
    paragraphs && field && isRich(field)
      ? withMarks(paragraphs, await findOrigin(ctx.db, row.cidx, { locale, field }), texts, field)
      : paragraphs;
  const isPartly = marked && field && !(isRich(field) && isWhollyDone(texts, field, marked));
  const former = isPartly
    ? await markParagraphs(ctx, row, { locale, field, paragraphs: marked })
    : await markWhole(ctx, row, { locale, fields: field ? [field] : textFields });
  if (!former) return;
  const after = { locale, ...(field && { field }) };
  const act = await beginAct(ctx);
  await storeFormer(
    ctx.db,
    act,
    { entity: collectionEntity, id: cid },
    { locale, ...(isPartly && { field }), ...former },
  );
  ctx.audit({ entity: collectionEntity, id: cid, action: 'collection.texts_reviewed', after, act });
}

/** Marks texts as up to date with the newest version; answers what they were, nothing if they were so. */
async function markWhole(ctx: Context, row: CollectionRow, of: { locale: Locale; fields: readonly TextField[] }) {
  const verIdx = await newestVersion(ctx, versionsOf(row.cid));
  const seen = await findSeen(ctx.db, row.cidx, of.locale);
  const isNews = verIdx !== null && (await markReviewed(ctx.db, row.cidx, { ...of, verIdx }));
  return isNews ? { seen, verIdx } : undefined;
}

/** Such a mark goes, for texts that were not saved or marked since. */
export const reviewBack: WholeBack<Former> = {
  isPart: true,
  whole: async (ctx, cid, former) => {
    const { cidx } = await lockRecord(ctx, collectionKind, cid);
    if ('seen' in former) return unmarkReviewed(ctx.db, cidx, former);
    const { locale, field, was, now } = former;
    if (!isDeepStrictEqual(await findOrigin(ctx.db, cidx, { locale, field }), now)) return false;
    await setOrigin(ctx.db, cidx, { locale, field }, was);
    return true;
  },
};

/** There are no texts in this language, or it is not supported. */
export const noTextsIn = (locale: string) =>
  collectionMessages.errorWith(
    404,
    'collection.no_locale',
    { field: 'locale' },
    { locale: locale === 'jp' ? languageTag(locale).toUpperCase() : locale.toUpperCase() },
  );
