import type { ReactNode } from 'react';
import { isRich } from '#features/collection/collection-texts.public.tsx';
import type { ShownDraft } from '#features/draft/draft.public.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { BareTextarea } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { Text, Unseen } from '#ui/kit/text.tsx';
import styles from './desk.module.css';
import { type Cell, cellKey, type ShownText } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { Desk } from './use-desk.ts';

interface TextCellProps {
  title: string;
  cell: Cell;
  shown: ShownText | undefined;
  english: string;
  draft: string | undefined;
  /** What a machine made of it. */
  machine: ShownDraft | undefined;
  isDisputed: boolean;
  isHere: boolean;
  isEditing: boolean;
  /** Tab stops here; the arrow keys reach the other cells. */
  isStop: boolean;
  desk: Desk;
  onPaste: (text: string, cell: Cell) => boolean;
  head: ReactNode;
}

/** A text in its cell: read, or edited in place. Long texts are edited in the panel, and only read here. */
export function TextCell({ title, cell, shown, english, draft, machine, ...more }: TextCellProps) {
  const { isDisputed, isHere, isEditing, isStop, desk, onPaste, head } = more;
  const t = useT<LocalizeWords>();
  const rich = isRich(cell.field);
  const text = draft ?? shown?.text ?? '';
  const isMissing = text === '' && english !== '';
  const offered = draft === undefined && machine?.state === 'waiting' ? (machine.text ?? '') : undefined;
  const state = stateOf({
    isDisputed,
    isDraft: draft !== undefined,
    isMachine: offered !== undefined,
    isMissing,
    isOlder: shown?.isOlder,
  });
  const language = localeNames[cell.locale];
  const lang = languageTag(cell.locale);
  const label = `${title}, ${language}: ${t(`collection.field_${cell.field}`)}`;
  return (
    <td data-state={state} data-here={isHere || undefined}>
      {head}
      <span className={styles.language} aria-hidden>
        {language}
      </span>
      {isEditing && !rich ? (
        <BareTextarea
          ref={focusAtEnd}
          className={styles.field}
          aria-label={label}
          lang={lang}
          value={text}
          rows={2}
          maxLength={cell.field === 'title' ? 200 : 4000}
          onChange={(event) => desk.write(cell, inOneLine(cell, event.currentTarget.value))}
          onKeyDown={(event) => desk.onEditKey(event, cell)}
          onPaste={(event) => onPaste(event.clipboardData.getData('text/plain'), cell) && event.preventDefault()}
        />
      ) : (
        <Button
          variant="bare"
          className={styles.cell}
          data-cell={cellKey(cell)}
          tabIndex={isStop ? 0 : -1}
          onClick={() => desk.edit(cell)}
          onFocus={() => desk.enter(cell)}
          onKeyDown={(event) => desk.onCellKey(event, cell)}
        >
          <Unseen>{`${label}: `}</Unseen>
          {isMissing && offered === undefined ? (
            t('collection.texts_empty')
          ) : (
            <Text as="span" lines={5} lang={lang}>
              {shownText({ text: offered ?? text, isMarkup: rich && (draft ?? offered) !== undefined })}
            </Text>
          )}
        </Button>
      )}
      {state && state !== 'missing' && <span className={styles.state}>{t(`localize.desk_${state}`)}</span>}
    </td>
  );
}

/** Of a stored rich text only the beginning is here, in plain words already. */
const shownText = ({ text, isMarkup }: { text: string; isMarkup: boolean }): string =>
  text === '' ? '—' : isMarkup ? plainText(text) : text;

interface Marks {
  isDisputed: boolean;
  isDraft: boolean;
  isMachine: boolean;
  isMissing: boolean;
  isOlder: boolean | undefined;
}

/** What is said of a text: the first of these that holds. */
function stateOf({ isDisputed, isDraft, isMachine, isMissing, isOlder }: Marks) {
  if (isDisputed) return 'disputed';
  if (isDraft) return 'draft';
  if (isMachine) return 'machine';
  if (isMissing) return 'missing';
  return isOlder ? 'older' : undefined;
}

/** Titles have one line. */
const inOneLine = ({ field }: Cell, text: string) => (field === 'title' ? text.replaceAll(/\s*\n\s*/g, ' ') : text);

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
