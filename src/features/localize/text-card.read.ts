import { sql } from 'kysely';
import { isRich, type RichField, richFields, type TextField } from '#features/collection/collection.public.ts';
import { type CollectionRow, textVersions } from '#features/collection/collection-record.public.ts';
import { findWriter, madeOf } from '#features/collection/collection-texts.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import { findNear } from '#kernel/db/near-text.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { defaultLocale, type Locale, languageTag } from '#kernel/messages/locale.ts';
import { stateAt } from '#kernel/records/version-states.ts';
import { alignedParagraphs, blocksOf } from '#kernel/text/paragraphs.rules.ts';
import { plainParagraphs, plainTextOf } from '#kernel/text/rich-text.ts';
import { diffWords, type Piece, shortened } from '#kernel/text/word-diff.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { TextCard } from './localize.contract.ts';

interface TextOf {
  locale: Locale;
  field: TextField;
}

/** A text beside the English, what changed there since, and how similar texts were translated before. */
export async function readTextCard(
  ctx: Context,
  row: CollectionRow,
  { locale, field }: TextOf,
): Promise<Omit<TextCard, 'offered' | 'terms'>> {
  const textIn = (one: Locale) => row.multi_lang_data[one]?.[field] ?? '';
  const [own, english] = [textIn(locale), textIn(defaultLocale)];
  const isEnglish = locale === defaultLocale;
  return {
    version: row.version,
    own: { text: own, ...(await findWriter(ctx, row.cidx, locale)) },
    english: { text: english, ...(await findWriter(ctx, row.cidx, defaultLocale)) },
    ...(isEnglish || own === '' ? unchanged : await changesOf(ctx, row, { locale, field }, { own, english })),
    memory: isEnglish || english === '' ? [] : await findMemory(ctx, row.cidx, { locale, field }, english),
  };
}

/** By long text, its paragraphs whose English was changed since it was saved or confirmed; none for the others. */
export async function readParagraphs(
  ctx: Context,
  row: CollectionRow,
  locale: Locale,
): Promise<Partial<Record<RichField, NonNullable<TextCard['paragraphs']>>>> {
  const found: Partial<Record<RichField, NonNullable<TextCard['paragraphs']>>> = {};
  for (const field of locale === defaultLocale ? [] : richFields) {
    const [own, english] = [locale, defaultLocale].map((one) => row.multi_lang_data[one]?.[field] ?? '');
    const { paragraphs } = own
      ? await changesOf(ctx, row, { locale, field }, { own, english: english ?? '' })
      : unchanged;
    if (paragraphs) found[field] = paragraphs;
  }
  return found;
}

const unchanged: Pick<TextCard, 'changes' | 'paragraphs'> = { changes: [], paragraphs: null };

/** What changed in the English since a text was saved or confirmed, word by word, also of each paragraph. */
async function changesOf(
  ctx: Context,
  row: CollectionRow,
  { locale, field }: TextOf,
  { own: translation, english }: { own: string; english: string },
): Promise<Pick<TextCard, 'changes' | 'paragraphs'>> {
  const ver = textVersions[field];
  const rows = await ctx.db
    .selectFrom('collection_text as t')
    .select(['locale', `${ver} as ver`, (isRich(field) ? madeOf(field) : sql<null>`null`).as('madeOf')])
    .where('cidx', '=', row.cidx)
    .where('locale', 'in', [locale, defaultLocale])
    .execute();
  const savedIn = (one: Locale) => rows.find((text) => text.locale === one);
  const [own, newest] = [savedIn(locale), savedIn(defaultLocale)];
  if (!own?.ver || !newest || newest.ver <= own.ver) return unchanged;
  if (own.madeOf)
    return {
      changes: diffWords(own.madeOf.filter(Boolean).join(' '), plainTextOf(english), languageTag(defaultLocale)),
      paragraphs: paragraphsOf(own.madeOf, english, translation),
    };
  const { multi_lang_data: then } = await stateAt(ctx, versionsOf(row.cid), own.ver);
  const before = then[defaultLocale]?.[field] ?? '';
  const isByParagraph = isRich(field) && before !== english;
  return {
    changes: difference(field, before, english),
    paragraphs: isByParagraph ? paragraphsOf(plainParagraphs(before), english, translation) : null,
  };
}

function paragraphsOf(then: readonly string[], english: string, own: string): TextCard['paragraphs'] {
  const aligned = alignedParagraphs(then, plainParagraphs(english), {
    count: blocksOf(own).length,
    language: languageTag(defaultLocale),
  });
  // With nothing to do in any, as after a change of markup alone, it is open as a whole.
  return aligned?.some(({ state }) => state !== 'same') ? aligned : null;
}

const difference = (field: TextField, before: string, after: string): Piece[] => {
  const [old, now] = isRich(field) ? [plainTextOf(before), plainTextOf(after)] : [before, after];
  return diffWords(old, now, languageTag(defaultLocale));
};

interface Remembered {
  cid: string;
  title: string;
  at: number;
  likeness: number;
  source: string;
  text: string;
}

// As many as there are keys for them.
const most = 3;
// The nearest texts among which those are: many can be the same.
const nearest = 100;
// What has less in common is no help.
const least = 0.3;
// The characters shown around what differs in a long text.
const around = 40;

/** How the same or a similar English text was translated in other collections: most similar first, then newest. */
async function findMemory(ctx: Context, cidx: number, { locale, field }: TextOf, english: string) {
  // Folded once, not for every text it is compared with.
  const wanted = sql`(select memory_key(${english}))`;
  const [source, key, text] = [sql.ref(`en.${field}`), sql.ref(`en.${field}_key`), sql.ref(`t.${field}`)];
  const found = await findNear(
    ctx.db,
    sql<Remembered>`
      select c.cid, coalesce(title.title, c.cid) as title, ${secondsOf('o.saved_at')} as at, o.likeness, o.source, o.text
      from (
        select distinct on (near.key, md5(near.text)) near.* from (
          select en.cidx, ${key} as key, ${source} as source, ${text} as text, t.saved_at,
            similarity(${key}, ${wanted}) as likeness
          from collection_text en join collection_text t on t.cidx = en.cidx and t.locale = ${locale}
          where ${key} <> '' and ${text} <> '' and en.cidx <> ${cidx}
          order by ${key} <-> ${wanted} limit ${nearest}
        ) near
        where near.likeness >= ${least}
        order by near.key, md5(near.text), near.saved_at desc
      ) o
      join collection c on c.cidx = o.cidx
      left join collection_text title on title.cidx = o.cidx and title.locale = 'en'
      order by o.likeness desc, o.saved_at desc limit ${most}`,
  );
  return found.map(({ source: from, ...one }) => ({
    ...one,
    from: shortened(
      difference(field, english, from).filter(({ kind }) => kind !== 'old'),
      around,
    ),
  }));
}
