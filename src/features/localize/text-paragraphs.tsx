import type { KeyboardEvent } from 'react';
import { isComposed, isEnter } from '#client/composition.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import type { Paragraph } from '#kernel/text/paragraphs.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RichText, RichTextView } from '#ui/kit/rich-text.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Cell } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';
import { foldedParagraphs } from './open-paragraphs.rules.ts';
import { Pieces } from './pieces.tsx';
import { type ParagraphActs, useParagraphs } from './use-paragraphs.ts';
import { focusEditor } from './whole-text.tsx';

interface TextParagraphsProps {
  cell: Cell;
  paragraphs: readonly Paragraph[];
  /** The stored translation. */
  stored: string;
  /** Whether the first one is open from the start, with the focus. */
  isOpen?: boolean;
  acts: ParagraphActs & { leave: () => void };
}

/**
 * A long text of which only those paragraphs are open whose English was changed. Each is written anew or still right; a key
 * goes to the next, and after the last to the next text.
 */
export function TextParagraphs({ cell, paragraphs, stored, isOpen = true, acts }: TextParagraphsProps) {
  const t = useT<LocalizeWords>();
  const work = useParagraphs({ paragraphs, stored, isOpen, ...acts });
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (isComposed(event)) return;
    const key = keyOf(event);
    if (!key) return;
    // The editor would make something else of it.
    event.preventDefault();
    event.stopPropagation();
    if (key === 'right') work.confirm();
    else if (key === 'next') work.goOn();
    else acts.leave();
  };
  return (
    <Stack gap={8} onKeyDownCapture={onKeyDownCapture}>
      <Text tone="soft" size="fine" role="status">
        {t('localize.desk_paragraphs_done', { done: work.done.size, count: work.changed.length })}
      </Text>
      <Stack as="ol" gap={8}>
        {foldedParagraphs(paragraphs).map(({ first, last, isSame }) => (
          <li key={first}>
            {isSame ? (
              <details>
                <Text as="summary" tone="soft" size="fine">
                  {t('localize.desk_paragraphs_same', { count: last - first + 1 })}
                </Text>
                {paragraphs.slice(first, last + 1).map((_, index) => (
                  <Text as="div" key={first + index} lang={languageTag(cell.locale)}>
                    <RichTextView html={work.textOf(first + index)} />
                  </Text>
                ))}
              </details>
            ) : (
              <OneParagraph cell={cell} index={first} paragraph={paragraphs[first]} work={work} />
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

interface OneParagraphProps {
  cell: Cell;
  index: number;
  paragraph: Paragraph | undefined;
  work: ReturnType<typeof useParagraphs>;
}

/** A paragraph whose English was changed: what changed, and the translation, which is written where it is open. */
function OneParagraph({ cell, index, paragraph, work }: OneParagraphProps) {
  const t = useT<LocalizeWords>();
  const { locale, field } = cell;
  const name = t('localize.desk_paragraph', { number: index + 1 });
  if (!paragraph) return null;
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Inline tight>
        <Button variant="link" onClick={() => work.open(index)} aria-pressed={work.at === index}>
          {name}
        </Button>
        {work.done.has(index) && <State tone="live">{t('localize.desk_paragraph_done')}</State>}
        {paragraph.state === 'gone' && <State tone="warn">{t('localize.desk_paragraph_gone')}</State>}
      </Inline>
      <Text as="div" typed lang="en">
        <Pieces of={paragraph.pieces} />
      </Text>
      {work.at !== index ? (
        <Text as="div" lang={languageTag(locale)}>
          <RichTextView html={work.textOf(index)} />
        </Text>
      ) : (
        <div key={index} ref={focusEditor}>
          <RichText
            label={`${localeNames[locale]}: ${t(`collection.field_${field}`)}, ${name}`}
            name="desk-text"
            value={work.textOf(index)}
            onChange={work.write}
            height={120}
            lang={languageTag(locale)}
          />
          <Inline tight>
            {paragraph.own !== null && (
              <Button variant="quiet" onClick={work.confirm} title="Alt S">
                {t('localize.desk_right')} <kbd>Alt S</kbd>
              </Button>
            )}
            {paragraph.state === 'gone' && (
              <Button variant="quiet" onClick={work.remove}>
                {t('localize.desk_paragraph_remove')}
              </Button>
            )}
          </Inline>
        </div>
      )}
    </Stack>
  );
}

/** What a key asks for. By position: with Alt, some layouts have other characters on the keys. */
function keyOf(event: KeyboardEvent): 'right' | 'next' | 'leave' | null {
  if (event.altKey && !event.ctrlKey && event.code === 'KeyS') return 'right';
  if (isEnter(event) && (event.ctrlKey || event.metaKey)) return 'next';
  return event.key === 'Escape' ? 'leave' : null;
}
