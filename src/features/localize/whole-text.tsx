import type { KeyboardEvent } from 'react';
import { isComposed, isEnter } from '#client/composition.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { RichText } from '#ui/kit/rich-text.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Cell } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';

interface WholeTextProps {
  cell: Cell;
  text: string;
  acts: { write: (text: string) => void; leave: () => void; next: () => void };
}

/** The editor of a long text as a whole. */
export function WholeText({ cell, text, acts }: WholeTextProps) {
  const t = useT<LocalizeWords>();
  const label = `${localeNames[cell.locale]}: ${t(`collection.field_${cell.field}`)}`;
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (isComposed(event)) return;
    const isNext = isEnter(event) && (event.ctrlKey || event.metaKey);
    if (!isNext && event.key !== 'Escape') return;
    // The editor would make a new line of it.
    event.preventDefault();
    event.stopPropagation();
    if (isNext) acts.next();
    else acts.leave();
  };
  return (
    <Text as="div" above={10} ref={focusEditor} onKeyDownCapture={onKeyDownCapture}>
      <RichText
        label={label}
        name="desk-text"
        value={text}
        onChange={acts.write}
        height={240}
        lang={languageTag(cell.locale)}
      />
    </Text>
  );
}

/** Focuses the editor of a rich text in an area, as soon as its code has come. */
export function focusEditor(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return undefined;
  const focus = () => {
    const editor = area.querySelector<HTMLElement>('[contenteditable="true"]');
    editor?.focus();
    if (editor) watch.disconnect();
  };
  const watch = new MutationObserver(focus);
  watch.observe(area, { childList: true, subtree: true });
  focus();
  return () => watch.disconnect();
}
