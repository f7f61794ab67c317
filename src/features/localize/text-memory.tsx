import type { TextField } from '#features/collection/collection.public.ts';
import { isRich } from '#features/collection/collection-texts.public.tsx';
import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { useListener } from '#ui/use-listener.ts';
import styles from './desk-panel.module.css';
import type { TextCard } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';

interface TextMemoryProps {
  memory: TextCard['memory'];
  locale: Locale;
  field: TextField;
  onTake: (text: string) => void;
}

/** How the same or a similar text was translated before, each to be taken into the cell by a click or by its key. */
export function TextMemory({ memory, locale, field, onTake }: TextMemoryProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  useListener('keydown', (event) => {
    // By position: with Alt, some layouts have other characters on these keys.
    const found = event.altKey && !event.ctrlKey && memory[Number(/^Digit([1-3])$/.exec(event.code)?.[1] ?? 0) - 1];
    if (!found || document.querySelector('[role="dialog"], dialog[open]')) return;
    event.preventDefault();
    onTake(found.text);
  });
  return (
    <Card gap={8} aria-labelledby="memory">
      <h2 id="memory">{t('localize.desk_memory')}</h2>
      {memory.length === 0 && (
        <Text tone="soft" size="fine">
          {t('localize.desk_memory_none')}
        </Text>
      )}
      <Stack as="ul" gap={2}>
        {memory.map(({ cid, title, at, likeness, from, text }, index) => (
          <li key={cid}>
            <Button variant="bare" className={styles.similar} onClick={() => onTake(text)}>
              <Stack as="span" gap={4}>
                <Inline as="span" whole baseline between tight tone="soft" size="fine">
                  <Text as="span" cut lang={languageTag('en')}>
                    {from.map(({ kind, text: part }, nth) => {
                      const Part = kind === 'new' ? 'b' : 'span';
                      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
                      return <Part key={nth}>{part}</Part>;
                    })}
                  </Text>
                  <Text as="small" whole>
                    {t('localize.desk_likeness', { percent: Math.round(likeness * 100) })}
                  </Text>
                </Inline>
                <Text as="span" strong lines={4} lang={languageTag(locale)}>
                  {isRich(field) ? plainText(text) : text}
                </Text>
                <Inline as="span" whole baseline between tight tone="soft" size="fine">
                  <Text as="span" cut>
                    {title}, {format.date(at)}
                  </Text>
                  <kbd>Alt {index + 1}</kbd>
                </Inline>
              </Stack>
            </Button>
          </li>
        ))}
      </Stack>
      <Text tone="soft" size="fine">
        {t('localize.desk_memory_note')}
      </Text>
    </Card>
  );
}
