import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import { findIfStored, storeFormer } from '#kernel/records/former.ts';
import { listVersionsBy } from '#kernel/records/version-acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { type TextsByLocale, textFields } from './collection.rules.ts';
import type { CollectionRow } from './collection.store.ts';
import { collectionEntity } from './collection-record.service.ts';
import { setOrigin } from './text-origin.store.ts';
import { listSeen, type OlderText } from './text-version.store.ts';

/** The version that an act made, and which texts that it made new were older than the English until then. */
interface FormerTexts {
  verIdx: number;
  older: readonly OlderText[];
}

/** How old a text comes back. */
interface Age extends OlderText {
  /** Of which version it was: if it still is, once written, nothing but blanks came back, and what was said of it since stays. */
  unless?: number | undefined;
}

// Not the collection itself, of which an act on many stores other things.
const textsOf = (cid: string) => ({ entity: 'collection_text', id: cid });

/** Stores with an act which older texts of a collection it made new, so that its undo makes them as old again. */
export async function storeOlder(ctx: Context, act: number, cid: string, former: FormerTexts): Promise<void> {
  if (former.older.length > 0) await storeFormer(ctx.db, act, textsOf(cid), former);
}

/**
 * For the undo of an act: each text that comes back is of the English again that it was of before the act, and so is one that
 * the act only confirmed. Reads before the texts are written what they are of then.
 */
export async function findAges(
  ctx: Context,
  { cid, cidx, multi_lang_data: had }: CollectionRow,
  has: TextsByLocale,
  of: number,
): Promise<Age[]> {
  const former = await findIfStored<FormerTexts>(ctx, of, textsOf(cid));
  const made = await listVersionsBy(ctx, of, { entity: collectionEntity, id: cid });
  const seen = new Map((await listSeen(ctx.db, cidx)).map((one) => [one.locale, one]));
  const locales = (Object.keys(has) as Locale[]).filter((locale) => locale !== defaultLocale);
  return locales.flatMap((locale) =>
    textFields.flatMap((field) => {
      const isBack = had[locale]?.[field] !== has[locale]?.[field];
      const ver = seen.get(locale)?.[field];
      const older = former?.older.find((one) => one.locale === locale && one.field === field);
      const isOfAct = older !== undefined && ver === former?.verIdx;
      // One that was not older was right as of the version before. One that is of an earlier version was saved in part.
      const { before } = made.find(({ verIdx }) => verIdx === ver) ?? made[0] ?? {};
      const right = isBack && before ? Math.min(before, ver ?? before) : undefined;
      const was = isBack || isOfAct ? (older?.ver ?? right) : undefined;
      return was === undefined ? [] : [{ locale, field, ver: was, unless: isOfAct ? undefined : ver }];
    }),
  );
}

/** Says how old texts are that were written, before the new version is made. */
export async function bringAgesBack(ctx: Context, cidx: number, ages: readonly Age[]): Promise<void> {
  if (ages.length === 0) return;
  const now = new Map((await listSeen(ctx.db, cidx)).map((one) => [one.locale, one]));
  for (const { ver, unless, ...of } of ages)
    if (unless === undefined || now.get(of.locale)?.[of.field] !== unless)
      await setOrigin(ctx.db, cidx, of, { ver, madeOf: null });
}
