import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { storeFormer } from '#kernel/records/former.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import { newestVersion } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionMessages } from '../collection.messages.ts';
import { type TextField, textFields } from '../collection.rules.ts';
import { findSeen, markReviewed, type SeenVersions, unmarkReviewed } from '../collection.store.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { versionsOf } from '../collection-versions.service.ts';

interface Review {
  /** The version that was seen. */
  version?: number | undefined;
  /** The only text that was compared; if absent, all were. */
  field?: TextField | undefined;
}

/** Marks texts of a language as up to date, although another language was saved since; idempotent. */
export async function reviewTexts(
  ctx: Context,
  cid: string,
  locale: Locale,
  { version, field }: Review = {},
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
  const newest = await newestVersion(ctx, versionsOf(cid));
  const fields = field ? [field] : textFields;
  const seen = await findSeen(ctx.db, row.cidx, locale);
  if (newest === null || !(await markReviewed(ctx.db, row.cidx, { locale, fields, verIdx: newest }))) return;
  const after = { locale, ...(field && { field }) };
  const act = await beginAct(ctx);
  await storeFormer(ctx.db, act, { entity: collectionEntity, id: cid }, { locale, seen, verIdx: newest });
  ctx.audit({ entity: collectionEntity, id: cid, action: 'collection.texts_reviewed', after, act });
}

/** Such a mark goes, for texts that were not saved or marked since. */
export const reviewBack: WholeBack<{ locale: Locale; seen: SeenVersions; verIdx: number }> = {
  isPart: true,
  whole: async (ctx, cid, former) => {
    const { cidx } = await lockRecord(ctx, collectionKind, cid);
    return unmarkReviewed(ctx.db, cidx, former);
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
