import { type RawBuilder, sql } from 'kysely';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { locales } from '#kernel/messages/locale.ts';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { type Act, getAct } from '#kernel/records/acts.ts';
import { changeRecord, getRecord, lockRecord } from '#kernel/records/change-record.ts';
import { fieldsUndo, requireNothingSince, undoneBy } from '#kernel/records/fields-undo.ts';
import { findLaterChange, type LaterChange } from '#kernel/records/later-change.ts';
import type { Records } from '#kernel/records/records.ts';
import { editMemo, newestVersion, versionBefore } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { advertise } from './advertisement/advertisement.service.ts';
import { type TextsByLocale, textFields } from './collection.rules.ts';
import { columnsAfter, lockContents, noTexts, writeCollection } from './collection.service.ts';
import { relatedFields } from './collection-fields.rules.ts';
import { collectionKind, type editedOf } from './collection-record.service.ts';
import { restoreVersion } from './collection-restore.service.ts';
import { makeVersion, versionsOf } from './collection-versions.service.ts';
import { restoreShownImages } from './images/collection-images.service.ts';
import { reviewUndo } from './texts/review.service.ts';

/** A memo of a version as the audit trail stores it. */
interface Memo {
  ver_idx: number;
  memo: string;
}

const lockUndo = fieldsUndo(async (ctx, cid, { lock }) => {
  const { cidx } = await getRecord(ctx, collectionKind, cid);
  await lockContents(ctx, cidx, lock === true);
});

/** A collection is advertised again at the place it had. */
const advertisedUndo = fieldsUndo(async (ctx, cid, { adsOn, ads_place: place }) => {
  const { cidx } = await getRecord(ctx, collectionKind, cid);
  const adsWere = adsOn === true;
  await advertise(ctx, { cidx, adsOn: adsWere, place: adsWere && typeof place === 'number' ? place : undefined });
});

/** Undoes a save of the form or of texts, as a new version; or the change of a memo, which is part of a version. */
const editUndo = fieldsUndo(
  (ctx, cid, { version: memo, ...edited }) =>
    memo ? restoreMemo(ctx, cid, memo as Memo) : restoreEdited(ctx, cid, edited),
  {
    inParts: { multi_lang_data: textsBack },
    related: relatedFields,
    part: ({ after }, later) =>
      'version' in Object(after)
        ? sql<boolean>`${later} #>> '{version,ver_idx}' = ${String((Object(after).version as Memo).ver_idx)}`
        : sql<boolean>`true`,
  },
);

/** The texts of a collection, of which those that an act changed are as they were before, but for those changed again since. */
async function textsBack(ctx: Context, { act_idx: act, entity, entity_id: cid, before, after }: Act, lock: boolean) {
  const { multi_lang_data: now } = await (lock ? lockRecord : getRecord)(ctx, collectionKind, cid);
  const [had = {}, has = {}] = [before, after].map((side): TextsByLocale => Object(side).multi_lang_data);
  const texts = structuredClone(now);
  let isBack = false;
  let last: LaterChange | undefined;
  for (const locale of locales)
    for (const field of textFields) {
      const was = had[locale]?.[field] ?? '';
      if (was === (has[locale]?.[field] ?? '')) continue;
      const path = sql`array['multi_lang_data', ${locale}::text, ${field}::text]`;
      const where = (left: RawBuilder<unknown>, right: RawBuilder<unknown>) =>
        sql<boolean>`coalesce(${left} #>> ${path}, '') <> coalesce(${right} #>> ${path}, '')`;
      const later = await findLaterChange(ctx.db, { entity, id: cid, act, field: 'multi_lang_data', where });
      if (!later) texts[locale] = { ...noTexts, ...texts[locale], [field]: was };
      if (!later) isBack = true;
      else if (!last || later.at >= last.at) last = later;
    }
  // A language without any text does not exist for the collection.
  const written = Object.entries(texts).filter(([, one]) => Object.values(one).some((text) => text !== ''));
  return { ...(isBack && { value: Object.fromEntries(written) }), last };
}

const restoreMemo = (ctx: Context, cid: string, { ver_idx, memo }: Memo) =>
  editMemo(ctx, versionsOf(cid), ver_idx, memo);

async function restoreEdited(ctx: Context, cid: string, values: Partial<ReturnType<typeof editedOf>>): Promise<void> {
  const row = await changeRecord(ctx, collectionKind, cid, {
    version: undefined,
    values: (before) => ({ ...values, ...columnsAfter(before, values) }),
    write: (differing, { cidx }) => writeCollection(ctx, cidx, differing),
  });
  await makeVersion(ctx, row);
}

/** Undoes the restoring of a version, by restoring the one before. Refused once anything else was changed. */
const restoreUndo = (records: Records): ActUndo => ({
  require: requireNothingSince,
  foresee: async () => ({ back: 1, kept: 0, first: [] }),
  undo: async (ctx, { of, act }) => {
    const { entity, entity_id: cid } = await getAct(ctx, of);
    await lockRecord(ctx, collectionKind, cid);
    // It is locked now: a change in between is somebody else's.
    await requireNothingSince(ctx, of);
    const newest = await newestVersion(ctx, versionsOf(cid));
    const before = newest === null ? null : await versionBefore(ctx, versionsOf(cid), newest);
    if (before === null) throw commonMessages.error(409, 'undo.impossible');
    return undoneBy(ctx, { entity, id: cid, act }, (inner) => restoreVersion(inner, records, cid, before, {}));
  },
});

/** How acts on a collection itself are undone. */
export const collectionUndo = (records: Records): Readonly<Record<string, ActUndo>> => ({
  updated: editUndo,
  locked: lockUndo,
  unlocked: lockUndo,
  ads_on: advertisedUndo,
  ads_off: advertisedUndo,
  image_changed: fieldsUndo(restoreShownImages),
  texts_reviewed: reviewUndo,
  restored: restoreUndo(records),
});
