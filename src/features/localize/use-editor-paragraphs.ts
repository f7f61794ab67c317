import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import type { CollectionTexts, RichField } from '#features/collection/collection.public.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { blocksOf } from '#kernel/text/paragraphs.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { localizeApi, TextCard } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import { madeOfParagraphs } from './open-paragraphs.rules.ts';
import type { LocalizedCollection } from './use-locale-form.ts';
import type { ParagraphActs } from './use-paragraphs.ts';

const call = client<typeof localizeApi>();

type Paragraphs = NonNullable<TextCard['paragraphs']>;

/** A long text of the form that is written by paragraph. */
export interface EditedParagraphs {
  paragraphs: Paragraphs;
  stored: string;
  acts: ParagraphActs & { leave: () => void };
}

interface EditorParagraphsOptions {
  collection: LocalizedCollection;
  locale: Locale;
  /** As they were when the page came. */
  paragraphs: Partial<Record<RichField, Paragraphs>>;
  texts: CollectionTexts;
}

/**
 * The long texts of a language that its page opens by paragraph: each as long as the form has what was written there, as a draft of
 * an earlier visit, or the text of somebody else, is of no paragraphs.
 */
export function useEditorParagraphs({ collection, locale, paragraphs, texts }: EditorParagraphsOptions) {
  const t = useT<LocalizeWords>();
  const act = useAct();
  const [opened] = useState(() => ({ paragraphs, texts }));
  const [written, setWritten] = useState<Partial<Record<RichField, { text: string; madeOf: string[] }>>>({});
  const [whole, setWhole] = useState<readonly RichField[]>([]);

  const stateOf = (field: RichField) => {
    const found = opened.paragraphs[field];
    const stored = opened.texts[field];
    const first = found && {
      text: stored,
      madeOf: madeOfParagraphs(found, blocksOf(stored), { written: {}, done: new Set() }),
    };
    return found && first && { paragraphs: found, stored, now: written[field] ?? first };
  };
  const isOpen = (field: RichField, value: string) => !whole.includes(field) && stateOf(field)?.now.text === value;
  const review = (field: RichField, madeOf?: string[]) =>
    act(async () => {
      const { results } = await call('PUT /api/v5/collection/:cid/localize/:locale/review', {
        params: { cid: collection.cid, locale },
        body: { version: collection.version, field, ...(madeOf && { made_of: { [field]: madeOf } }) },
      });
      if (!madeOf) void notify({ message: t('localize.desk_confirmed'), undo: results.act_idx });
    }, t('localize.failed'));

  return {
    /** The paragraphs in which a text is open; null if it is written as a whole. */
    of: (field: RichField, value: string, onChange: (value: string) => void): EditedParagraphs | null => {
      const state = stateOf(field);
      if (!state || !isOpen(field, value)) return null;
      const acts = {
        write: (text: string, madeOf: string[]) => {
          setWritten((before) => ({ ...before, [field]: { text, madeOf } }));
          onChange(text);
        },
        confirmRight: () => review(field),
        mark: (madeOf: string[]) => review(field, madeOf),
        next: () => {},
        leave: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      };
      return { paragraphs: state.paragraphs, stored: state.stored, acts };
    },
    /** Opens a text as a whole. */
    openWhole: (field: RichField) => setWhole((before) => [...before, field]),
    /** What a save says of the texts that are open by paragraph. */
    madeOf: (values: CollectionTexts): Partial<Record<RichField, string[]>> =>
      Object.fromEntries(
        (Object.keys(opened.paragraphs) as RichField[]).flatMap((field) => {
          const now = stateOf(field)?.now;
          return now && isOpen(field, values[field]) ? [[field, now.madeOf]] : [];
        }),
      ),
  };
}

export type EditorParagraphs = ReturnType<typeof useEditorParagraphs>;
