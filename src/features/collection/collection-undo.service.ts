import { locales } from '#kernel/messages/locale.ts';
import type { Act } from '#kernel/records/acts.ts';
import { changeRecord, getRecord, lockRecord } from '#kernel/records/change-record.ts';
import type { Records } from '#kernel/records/records.ts';
import type { FieldInParts, FieldsBack, Reverting, WholeBack } from '#kernel/records/undoable.ts';
import { findRestoring } from '#kernel/records/version-acts.ts';
import { withoutChanges } from '#kernel/records/version-changes.rules.ts';
import { editMemo, getVersion } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { advertise } from './advertisement/advertisement.service.ts';
import { type TextsByLocale, textFields } from './collection.rules.ts';
import { columnsAfter, lockContents, noTexts, writeCollection } from './collection.service.ts';
import { relatedFields } from './collection-fields.rules.ts';
import { collectionKind, type editedOf } from './collection-record.service.ts';
import { restoreState } from './collection-restore.service.ts';
import { findContents, makeVersion, stateOf, versionsOf } from './collection-versions.service.ts';
import { restoreShownImages } from './images/collection-images.service.ts';
import { reviewBack } from './texts/review.service.ts';

/** A memo of a version as the audit trail stores it. */
interface Memo {
  ver_idx: number;
  memo: string;
}

const lockBack: FieldsBack = {
  write: async (ctx, cid, { lock }) => {
    const { cidx } = await getRecord(ctx, collectionKind, cid);
    await lockContents(ctx, cidx, lock === true);
  },
};

/** A collection is advertised again at the place it had. */
const advertisedBack: FieldsBack = {
  write: async (ctx, cid, { adsOn, ads_place: place }) => {
    const { cidx } = await getRecord(ctx, collectionKind, cid);
    const adsWere = adsOn === true;
    await advertise(ctx, { cidx, adsOn: adsWere, place: adsWere && typeof place === 'number' ? place : undefined });
  },
};

/** Texts are saved language by language; those changed again since stay. */
const textsInParts: FieldInParts = {
  differing: (before, after) =>
    locales.flatMap((locale) =>
      textFields
        .filter((field) => textIn(before, locale, field) !== textIn(after, locale, field))
        .map((field) => [locale, field]),
    ),
  merge: async (ctx, cid, { value, paths }) => {
    const texts = structuredClone((await getRecord(ctx, collectionKind, cid)).multi_lang_data);
    for (const locale of locales)
      for (const field of textFields)
        if (paths.some(([one, other]) => one === locale && other === field))
          texts[locale] = { ...noTexts, ...texts[locale], [field]: textIn(value, locale, field) };
    // A language without any text does not exist for the collection.
    return Object.fromEntries(
      Object.entries(texts).filter(([, one]) => Object.values(one).some((text) => text !== '')),
    );
  },
};

const textIn = (texts: unknown, locale: (typeof locales)[number], field: (typeof textFields)[number]): string =>
  (texts as TextsByLocale | null | undefined)?.[locale]?.[field] ?? '';

/** A save of the form or of texts comes back as a new version; so does the memo of a version, which is part of it. */
const editBack: FieldsBack = {
  write: (ctx, cid, { version: memo, ...edited }, of) =>
    memo ? restoreMemo(ctx, cid, memo as Memo) : restoreEdited(ctx, cid, edited, of),
  lock: (ctx, cid) => lockRecord(ctx, collectionKind, cid),
  inParts: { multi_lang_data: textsInParts },
  related: relatedFields,
  partOf: { version: (memo) => ({ ver_idx: (memo as Memo).ver_idx }) },
};

const restoreMemo = (ctx: Context, cid: string, { ver_idx, memo }: Memo) =>
  editMemo(ctx, versionsOf(cid), ver_idx, memo);

async function restoreEdited(
  ctx: Context,
  cid: string,
  values: Partial<ReturnType<typeof editedOf>>,
  of?: number,
): Promise<void> {
  const row = await changeRecord(ctx, collectionKind, cid, {
    version: undefined,
    values: (before) => ({ ...values, ...columnsAfter(before, values) }),
    write: async (differing, before) =>
      (await writeCollection(ctx, before, differing, { confirmed: 'texts', undoes: of })).row,
  });
  await makeVersion(ctx, row);
}

/**
 * What the restoring of a version changed is as before, as a new version; nothing else: what was done before it may have been
 * undone since. Refused once anything else was changed.
 */
const versionBack = (records: Records): WholeBack<Act> => ({
  former: (act) => act,
  whole: async (ctx, cid, { act_idx: act, before, after }) => {
    const row = await lockRecord(ctx, collectionKind, cid);
    const { changes } = await getVersion(ctx, versionsOf(cid), await findRestoring(ctx, act, collectionKind.entity));
    const now = { ...stateOf(row), contents: await findContents(ctx, row.cidx) };
    const [had, has] = [before, after].map((side) => Object(side).multi_lang_data);
    const texts = await textsInParts.merge(ctx, cid, { value: had, paths: textsInParts.differing(had, has) });
    const state = { ...withoutChanges(now, changes), multi_lang_data: texts as TextsByLocale };
    await restoreState(ctx, records, row, state, { undoes: act });
  },
});

/** How acts on a collection itself are taken back. */
export const collectionUndo = (records: Records): Readonly<Record<string, Reverting>> => ({
  updated: editBack,
  locked: lockBack,
  unlocked: lockBack,
  ads_on: advertisedBack,
  ads_off: advertisedBack,
  image_changed: { write: restoreShownImages },
  texts_reviewed: reviewBack,
  restored: versionBack(records),
});
