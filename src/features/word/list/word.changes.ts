import { z } from 'zod';
import type { ChangeFields, ChangeKind, SetFields, ShownField, ShownFile } from '#kernel/changesets/kinds.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { sizeFormat, sizeText } from '#kernel/text/size-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { idxNumber } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { SentenceText } from '../words/sentence.contract.ts';
import { WordText } from '../words/word.contract.ts';
import { readableWord } from '../words/word.rules.ts';
import {
  audioIn,
  type ListedSentence,
  type ListedWord,
  listIn,
  mergedWords,
  type WordDifference,
  wordDifferences,
} from './word-list.rules.ts';
import { setWords } from './word-list.service.ts';
import { findAudio, findWordsOf, lockWordsOf } from './word-list.store.ts';

/** Audio is named by its key, or by its address as calls answer it. */
const audioKey = z
  .string()
  .max(1000)
  .transform((name) => /(?:^|\/)((?:test\/)?audios\/[^/]+)$/.exec(name)?.[1] ?? name);

const Sentence = z.strictObject({
  sent_idx: idxNumber.optional(),
  sentence: SentenceText,
  mdr_targeted: z.enum(['Y', 'N']).default('N'),
  audio: audioKey.nullable().default(null),
});
const Word = z.strictObject({
  word_idx: idxNumber.optional(),
  word: WordText,
  sentences: z.array(Sentence).max(500).default([]),
});
const words = longList(Word, { max: 2000 });

/** `words` is the whole list as it will be; `base` the list as the caller loaded it: what others did since then stays. */
const GivenWords = z
  .strictObject({ words, base: words.optional() })
  .transform((given): WordsChange => ({ ...given, isDrawn: false }));

interface WordsChange {
  words: ListedWord[];
  base?: ListedWord[] | undefined;
  /** New words and sentences have ids that were drawn for them when they were put in. */
  isDrawn: boolean;
}

const asFields = (list: ListedWord[]): ChangeFields => ({ words: list });

/** The words and sentences of a book, as releases change them: the list as it will be. */
export const wordsChanges = (storage: Storage): ChangeKind<WordsChange> => ({
  kind: 'words',
  entity: 'book',
  label: 'book.words',
  icon: 'language',
  isWhole: true,
  isOfOthers: () => true,
  // After the fields of books.
  order: () => 20,
  values: GivenWords,
  namesIn: () => ['words'],
  valuesOf: (fields) => ({ words: listIn(fields), isDrawn: true }),
  read: async (ctx, wanted, lock) =>
    new Map(
      [...(await (lock ? lockWordsOf : findWordsOf)(ctx.db, [...wanted.keys()]))].map(([bid, list]) => [
        bid,
        asFields(list),
      ]),
    ),
  write: async (ctx, changes, { undoes }) => {
    for (const { id, values } of changes) {
      const wanted = values.isDrawn ? values.words : await givenWords(ctx, id, values);
      await setWords(ctx, storage, id, wanted, undoes !== undefined);
    }
  },
  files: (fields) => audioIn(listIn(fields)),
  fit: (wanted, now, base) => asFields(mergedWords(listIn(now), listIn(base), listIn(wanted))),
  onto: (values, base) => ({ ...values, base: values.base ?? listIn(base) }),
  describe: async (ctx, changes) => {
    const named = changes.flatMap(({ base, fields }) => [base, fields].flatMap((side) => audioIn(listIn(side))));
    const stored = await findAudio(ctx.db, named);
    const audio = new Map(
      stored.map(({ audio_key: key, audio_ms: ms, audio_size: size }) => [
        key,
        { href: storage.publicUrl(key), ms, size },
      ]),
    );
    return changes.map((change) => describe(ctx, change, audio));
  },
});

/** A list from outside, made on what is there now: only words and sentences that exist keep their ids. */
async function givenWords(ctx: Context, bid: string, { words: list, base }: WordsChange): Promise<ListedWord[]> {
  const now = (await lockWordsOf(ctx.db, [bid])).get(bid) ?? [];
  const had = new Map(now.map((word) => [word.word_idx, new Set(word.sentences.map(({ sent_idx }) => sent_idx))]));
  return (base ? mergedWords(now, base, list) : list).map(({ word_idx, word, sentences }) => ({
    word_idx: had.has(word_idx) ? word_idx : undefined,
    word,
    sentences: sentences.map(({ sent_idx, ...rest }) => ({
      ...rest,
      sent_idx: had.get(word_idx)?.has(sent_idx) ? sent_idx : undefined,
    })),
  }));
}

/** The audio that is stored, by its key: its address, milliseconds and bytes. */
type StoredAudio = ReadonlyMap<string, { href: string; ms: number; size: number }>;

/** Each word and sentence that differs. */
const describe = (ctx: Context, { base, fields }: SetFields, audio: StoredAudio): ShownField[] =>
  wordDifferences(listIn(base), listIn(fields)).flatMap((one) => shownOf(ctx, one, audio));

function shownOf(ctx: Context, { word, before, after }: WordDifference, audio: StoredAudio): ShownField[] {
  const label = readableWord(word);
  const [had, has] = [before, after].map((side) => (side && 'sentence' in side ? side : undefined));
  if (had && has) {
    const text = had.sentence === has.sentence ? [] : [{ label, before: had.sentence, after: has.sentence }];
    return [...text, ...shownMarks(ctx, `${label}: ${has.sentence}`, [had, has], audio)];
  }
  const isWord = [before, after].some((side) => side && 'sentences' in side);
  const files = { before: heardIn(ctx, before, audio), after: heardIn(ctx, after, audio) };
  return [
    {
      label: isWord ? ctx.text('book.word_kind') : label,
      before: textOf(before),
      after: textOf(after),
      ...(files.before.length + files.after.length > 0 && { files }),
    },
  ];
}

/** What differs in a sentence besides its text. */
function shownMarks(
  ctx: Context,
  label: string,
  [had, has]: readonly [ListedSentence, ListedSentence],
  audio: StoredAudio,
): ShownField[] {
  const named = (key: string | null) => ctx.text(key === null ? 'book.audio_none' : 'book.sentence_audio');
  const target = (mark: string) => ctx.text(mark === 'Y' ? 'common.yes' : 'common.no');
  const replaced = had.audio !== null && has.audio !== null ? ctx.text('book.audio_new') : named(has.audio);
  const files = { before: heardIn(ctx, had, audio), after: heardIn(ctx, has, audio) };
  return [
    ...(had.audio === has.audio ? [] : [{ label, before: named(had.audio), after: replaced, files }]),
    ...(had.mdr_targeted === has.mdr_targeted
      ? []
      : [
          {
            label: `${label} · ${ctx.text('book.sentence_targeted')}`,
            before: target(had.mdr_targeted),
            after: target(has.mdr_targeted),
          },
        ]),
  ];
}

/** The audio of a sentence, or of those of a word, named by what is spoken and how large it is. */
function heardIn(ctx: Context, side: ListedWord | ListedSentence | undefined, audio: StoredAudio): ShownFile[] {
  const format = new Intl.NumberFormat(languageTag(ctx.locale), sizeFormat);
  const sentences = side === undefined ? [] : 'sentences' in side ? side.sentences : [side];
  return sentences.flatMap(({ sentence, audio: key }) => {
    const found = key === null ? undefined : audio.get(key);
    return found ? [{ href: found.href, ms: found.ms, name: `${sentence} · ${sizeText(format, found.size)}` }] : [];
  });
}

/** A sentence, or a word with its sentences, as text. */
function textOf(side: ListedWord | ListedSentence | undefined): string {
  if (!side) return '';
  if ('sentence' in side) return side.sentence;
  const sentences = side.sentences.map(({ sentence }) => sentence).join(' · ');
  return sentences === '' ? readableWord(side.word) : `${readableWord(side.word)}: ${sentences}`;
}
