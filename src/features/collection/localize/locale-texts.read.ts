import { type Locale, languageTag, locales } from '#kernel/messages/locale.ts';
import { stateAt } from '#kernel/records/versions.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import { diffWords, type Piece } from '#kernel/text/word-diff.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import {
  type CollectionTexts,
  isComplete,
  isRich,
  type TextField,
  type TextsByLocale,
  textFields,
} from '../collection.rules.ts';
import type { CollectionRow } from '../collection.store.ts';
import { versionsOf } from '../versions/collection-versions.service.ts';
import type { LocaleState, LocaleStates } from './locale-state.rules.ts';

/** The changes to one text of another language, word by word. */
export interface TextChange {
  field: TextField;
  pieces: Piece[];
}

/** The texts of a collection, for writing those of one language beside those of another. */
export interface LocaleTexts {
  texts: TextsByLocale;
  states: LocaleStates;
  /** Changes saved in each language after the texts of this one. */
  changes: Partial<Record<Locale, TextChange[]>>;
}

export async function readLocaleTexts(ctx: Context, row: CollectionRow, locale: Locale): Promise<LocaleTexts> {
  const saved = await savedVersions(ctx, row.cidx);
  const changes = await changesSince(ctx, row, locale, saved);
  return { texts: row.multi_lang_data, states: statesOf(row.multi_lang_data, saved), changes };
}

/** How complete the texts of a collection are in each language. */
export async function readLocaleStates(ctx: Context, row: CollectionRow): Promise<LocaleStates> {
  return statesOf(row.multi_lang_data, await savedVersions(ctx, row.cidx));
}

const statesOf = (texts: TextsByLocale, saved: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    locales.map((one) => [one, stateOf(texts[one], { saved: saved.get(one), english: saved.get('en') })]),
  ) as LocaleStates;

function stateOf(
  texts: CollectionTexts | undefined,
  { saved = 0, english = 0 }: { saved: number | undefined; english: number | undefined },
): LocaleState {
  if (!texts) return 'empty';
  if (!isComplete(texts)) return 'begun';
  return english > saved ? 'outdated' : 'complete';
}

async function savedVersions(ctx: Context, cidx: number): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('collection_text')
    .select(['locale', 'saved_ver'])
    .where('cidx', '=', cidx)
    .execute();
  return new Map(rows.map((row) => [row.locale, row.saved_ver]));
}

/** The changes in other languages since the texts of this one were saved. */
async function changesSince(ctx: Context, row: CollectionRow, locale: Locale, saved: ReadonlyMap<string, number>) {
  const own = saved.get(locale);
  const later = locales.filter((one) => own !== undefined && (saved.get(one) ?? 0) > own);
  if (own === undefined || later.length === 0) return {};
  const then = (await stateAt(ctx, versionsOf(row.cid), own))['multi_lang_data'] as unknown as TextsByLocale;
  return Object.fromEntries(later.map((one) => [one, changesOf(one, then[one], row.multi_lang_data[one])]));
}

function changesOf(locale: Locale, then: CollectionTexts | undefined, now: CollectionTexts | undefined): TextChange[] {
  return textFields.flatMap((field) => {
    const wordsOf = (texts: CollectionTexts | undefined) => {
      const text = texts?.[field] ?? '';
      return isRich(field) ? plainTextOf(text) : text;
    };
    const [before, after] = [wordsOf(then), wordsOf(now)];
    return before === after ? [] : [{ field, pieces: diffWords(before, after, languageTag(locale)) }];
  });
}
