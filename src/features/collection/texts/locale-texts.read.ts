import { type Locale, languageTag, locales } from '#kernel/messages/locale.ts';
import { stateAt } from '#kernel/records/version-states.ts';
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
import { versionsOf } from '../collection-versions.service.ts';
import { listSeen } from '../text-version.store.ts';
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

const statesOf = (texts: TextsByLocale, saved: SavedVersions) =>
  Object.fromEntries(locales.map((one) => [one, stateOf(texts[one], saved.get(one), saved.get('en'))])) as LocaleStates;

function stateOf(
  texts: CollectionTexts | undefined,
  saved: TextVersions | undefined,
  english: TextVersions | undefined,
): LocaleState {
  if (!texts) return 'empty';
  if (!isComplete(texts)) return 'begun';
  const isBehind = saved && english && textFields.some((field) => english[field] > saved[field]);
  return isBehind ? 'outdated' : 'complete';
}

/** The version that saved or confirmed each text of a language. */
type TextVersions = Record<TextField, number>;
type SavedVersions = ReadonlyMap<string, TextVersions>;

async function savedVersions(ctx: Context, cidx: number): Promise<SavedVersions> {
  const rows = await listSeen(ctx.db, cidx);
  return new Map(rows.map(({ locale, ...saved }) => [locale, saved]));
}

const newestOf = (saved: TextVersions | undefined) => Math.max(0, ...Object.values(saved ?? {}));

/** The changes in other languages since the texts of this one were saved. */
async function changesSince(ctx: Context, row: CollectionRow, locale: Locale, saved: SavedVersions) {
  const vers = saved.get(locale);
  if (!vers) return {};
  // The English is compared with nothing: it was last seen when any of it was last written.
  const own = locale === 'en' ? newestOf(vers) : Math.min(...Object.values(vers));
  const later = locales.filter((one) => one !== locale && newestOf(saved.get(one)) > own);
  if (later.length === 0) return {};
  const { multi_lang_data: then } = await stateAt(ctx, versionsOf(row.cid), own);
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
