import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { languageTag, locales } from '#kernel/messages/locale.ts';
import { features } from '#src/features.ts';

const parts = [commonMessages, ...features.flatMap(({ messages }) => messages ?? [])];

type Locale = (typeof locales)[number];

/** One row of the terms in docs/glossary.md: the forms of a term by language, of which a message needs one. */
type Term = Record<Locale, string[]>;

const section = readFileSync('docs/glossary.md', 'utf8').split('## Terms on screens')[1] ?? '';
const terms = [...section.matchAll(/^\| (?!English |-)(.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, ...cells]) =>
    Object.fromEntries(locales.map((locale, index) => [locale, (cells[index] ?? '').split(' / ')])) as Term,
);

/** Messages that use other words for a term in one language. Each needs its reason. */
const exceptions: Record<string, string> = {
  'es spreadsheet.no_credentials': '“setting” is a verb here',
  'jp book.field_original_title': '原題 is the word for it',
  'ko book.field_original_title': '원제 is the word for it',
};

/** The words of a message: without ICU arguments, quoted names and file names, which stay as they are. */
const visible = (text: string): string =>
  text
    .replace(/\{\s*\w+(?:,\s*(?:number|(?:plural|select),))?/g, '{')
    .replace(/“.*?”/g, '')
    .replace(/\w*_\w*(?:\.\w+)?/g, '');

const lower = (text: string, locale: Locale) => text.toLocaleLowerCase(languageTag(locale));

/**
 * A test of texts in lower case. Chinese characters, kana and hangul are written without spaces; other stems must start
 * a word.
 */
function saying(locale: Locale, forms: string[]): (text: string) => boolean {
  const stems = forms.map((form) => lower(form, locale));
  if (locale === 'jp' || locale === 'ko') return (text) => stems.some((stem) => text.includes(stem));
  const end = locale === 'en' ? '(?:s|es)?(?!\\p{L})' : '';
  const found = new RegExp(`(?<!\\p{L})(?:${stems.join('|')})${end}`, 'u');
  return (text) => found.test(text);
}

/** Every message with the terms that its English names. */
const inEnglish = terms.map((term) => ({ term, says: saying('en', term.en) }));
const messages = parts.flatMap(({ catalogues }) =>
  Object.entries<string>(catalogues.en).map(([key, english]) => {
    const text = lower(visible(english), 'en');
    return { key, catalogues, named: inEnglish.filter(({ says }) => says(text)).map(({ term }) => term) };
  }),
);

/** A word of which docs/glossary-code.md says that names have it in one meaning only. */
interface PlainWord {
  word: string;
  /** Its forms. */
  says: RegExp;
  /** The names that have the meaning. Members of types and objects end with a colon. */
  meant: RegExp;
  /** The files in which every name may have it. */
  at?: RegExp;
  /** The types that members of such a name have, if they have one of ours. */
  type?: RegExp;
}

const plainWords: PlainWord[] = [
  { word: 'tell', says: /^(?:tells?|telling|told)$/, meant: /^$/ },
  {
    word: 'ask',
    says: /^(?:asks?|asking|asked)$/,
    // What asks a person; the columns of `bulk_work` are `asked`, `asked_by` and `asked_at`.
    meant:
      /^(?:askTo[A-Z]\w+|ask(?:AndDo|All|Password|Position|Where)|useAskWhere|undoOrAsk|PositionToAsk|(?:onAsk|asks|asked|asked_by|asked_at):)$/,
  },
  {
    word: 'keep',
    says: /^(?:keeps?|keeping|kept)$/,
    // What is left as it is. `BACKUP_KEEP`, the table `kept_audio` and `keep` of a term are known outside; `keepAlive` is an option of others.
    meant:
      /^(?:kept:?|importKept|kept_count:|image_kept:|[kK]ept(?:Book|Record)s?|KeptBooks|kept(?:Count:|Of)|(?:named|shown|is|as|add)Kept|keep:|backupKeep:|BACKUP_KEEP:|keepAlive\w*:)$/,
  },
  {
    word: 'hold',
    says: /^(?:holds?|holding|held)$/,
    // Rows of a list held back; `held` is also the reason of what an undo keeps. `hold_change_order` is the
    // database's.
    meant:
      /^(?:held:?|isHeld|heldLists|heldNews|holdRows|hasHeldRows|useHeldRows|HeldRows|HeldNews|hold_change_order)$/,
  },
  {
    word: 'look',
    says: /^(?:looks?|looking|looked|lookups?)$/,
    // To look up is another verb. `looked` is a column of saved views; `disableReverseLookup` is an option of others.
    meant: /^(?:lookUp(?:WithinMs)?:?|[lL]ookup:?|guardedLookup|LookupFunction|looked:|disableReverseLookup:)$/,
    at: /^(?:look\/|e2e\/look\.spec\.ts$|scripts\/program\.mjs$)/,
  },
  {
    word: 'line',
    says: /^(?:lines?|lined)$/,
    // A line of text, of a file or of a document. The calls that read a trail or a history answer `lines`.
    meant:
      /^(?:lines?:?|lines?Of|TextLine|(?:plain|command|id|one|staged)Line|trimmedLines|isLines|inOneLine|lineBreak:)$/,
    type: /^(?:TextLine|Entry|ReactNode)$/,
  },
  {
    word: 'place',
    says: /^(?:places?|placed|placing)$/,
    // Columns and call shapes; the places of an event are a term of the glossary.
    meant: /^(?:(?:ads|target)_place:|places_left:|PlaceButton|\w+__place_check:)$/,
    at: /^(?:src\/ui\/order|src\/features\/(?:library\/find|card|collection|event|guide|image|import\/(?:files|rules)|registration|roadmap|sample|series|texts))\/|^e2e\/roadmap/,
  },
];

/** Names that stop a reader, by what to write instead. */
const refusedNames: [instead: string, names: RegExp][] = [
  [
    'the noun of what it is: options, a cursor, a query, listeners',
    /\b(?:type|interface|class) (?:Manner|After|On|\w*Ears)\b/,
  ],
  ['ctx, or what sets it apart', /\bsaid: (?:Context|Database)\b/],
  ['what it does or returns', /\b(?:const|function) (?:crowded|fewOf|probeOf|asOwn)\b/],
  ['what it counts: pageNumber, round, index', /\b(?:(?:const|let) nth|page: nth)\b/],
  // Of codes, stored values and calls say `canceled`; only they do.
  ['cancelled', /\b(?:const|let|function|type|interface|class) \w*[cC]anceled\w*/],
];

const wordsOf = (name: string): string[] =>
  name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];

const codeFiles = globSync('{src,test,e2e,bench,faults,look,scripts,examples}/**/*.{ts,tsx,mjs}').filter(
  (file) => !/messages|generated|node_modules/.test(file),
);

const declaration = /\b(?:const|let|function|class|interface|type) (\w+)/g;
const member =
  /^\s+(?:(?:private|static|readonly|async|get|set) )*#?(\w+)(?=\??: (?:readonly )?([A-Z]\w*)?|\??[(<][^;]*[{,(]$)/gm;

/** The names of files and of what they declare, by file, and the type of a member where it is a name. */
function declaredNames(): { file: string; name: string; type?: string | undefined }[] {
  return codeFiles.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const declared = [...text.matchAll(declaration)].map(([, name = '']) => ({ file, name }));
    const members = [...text.matchAll(member)].map(([, name = '', type]) => ({ file, name: `${name}:`, type }));
    const named = path
      .basename(file)
      .replace(/\..*/, '')
      .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [{ file, name: named }, ...declared, ...members];
  });
}

const names = declaredNames();

describe('The glossary', () => {
  test('has every term in every language, each once', () => {
    expect(terms.length).toBeGreaterThan(40);
    const english = terms.flatMap(({ en }) => en);
    expect(english).toHaveLength(new Set(english).size);
  });

  test.each(locales.filter((locale) => locale !== 'en'))('is followed by the messages in %s', (locale) => {
    const saysIn = new Map(terms.map((term) => [term, saying(locale, term[locale])]));
    const wrong = messages.flatMap(({ key, catalogues, named }) => {
      const text = lower(catalogues[locale][key] ?? '', locale);
      return named
        .filter((term) => !saysIn.get(term)?.(text))
        .map(({ en }) => ({ key: `${locale} ${key}`, term: en[0] }));
    });
    expect(wrong.filter(({ key }) => !(key in exceptions))).toEqual([]);
    const unused = Object.keys(exceptions).filter((key) => key.startsWith(`${locale} `));
    expect(unused.filter((key) => !wrong.some((found) => found.key === key))).toEqual([]);
  });

  test('has only terms that are used', () => {
    const used = new Set(messages.flatMap(({ named }) => named));
    expect(terms.filter((term) => !used.has(term)).map(({ en }) => en[0])).toEqual([]);
  });

  test.each(plainWords)('leaves names of code that say $word their one meaning', ({ says, meant, at, type: types }) => {
    const isRight = ({ file, name, type }: (typeof names)[number]) =>
      at?.test(file) || (meant.test(name) && (!types || !type || types.test(type)));
    const said = names.filter(({ name }) => wordsOf(name).some((word) => says.test(word)));
    expect(said.filter((one) => !isRight(one))).toEqual([]);
  });

  test.each(refusedNames)('has no name of code where a reader needs %s', (_, refused) => {
    const found = codeFiles
      .filter((file) => file !== 'test/check/glossary.test.ts')
      .flatMap((file) => {
        const [name] = refused.exec(readFileSync(file, 'utf8')) ?? [];
        return name === undefined ? [] : [`${file}: ${name}`];
      });
    expect(found).toEqual([]);
  });

  test('is what comments use: none begins with “The same”, which only its neighbor explains', () => {
    const found = codeFiles.filter((file) => /\/\*\*\s+(?:\* )?The same\b/.test(readFileSync(file, 'utf8')));
    expect(found).toEqual([]);
  });
});
