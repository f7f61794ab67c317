import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { confirmPhrase } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { SequenceConflict } from '#kernel/records/sequence.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { Text } from '#ui/kit/text.tsx';
import { FormProblem } from '../form/form-problem.tsx';
import { IntoButton, NowOrInto } from '../form/into-button.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { useUnsaved } from '../form/use-unsaved.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import { Note } from '../kit/note.tsx';
import { SearchField } from '../rows/search-field.tsx';
import { wordSearch } from '../rows/word-search.rules.ts';
import { conflictOf, withCurrent } from './order-conflict.rules.ts';
import { Sortable, type SortableItem } from './sortable.tsx';
import { useConflictTexts } from './use-conflict-texts.ts';
import { useMovedText } from './use-moved-text.ts';
import type { Ordered } from './use-order-acts.ts';

export interface OrderEditorProps extends Ordered {
  /** What is being ordered. */
  label: string;
  /** What the list was searched for: reorder mode goes on with it. */
  search?: string;
  onCancel: () => void;
}

// Below this number, no search field is needed.
const worthFinding = 12;

/**
 * Reorder mode: a draft of the order, saved after the typed confirmation. If the records changed in the meantime, the
 * draft is kept and the change is shown with the possible choices.
 */
export function OrderEditor(props: OrderEditorProps) {
  const { label, items, base, search = '', failed, save, toStage, onSaved, onCancel } = props;
  const t = useT();
  const movedText = useMovedText();
  const [text, setText] = useState(search);
  const [draft, setDraft] = useState(items);
  const [settled, setSettled] = useState(false);
  const [merged, setMerged] = useState(false);
  const key = useRef(base);
  const shown = useFound(draft, text);
  const dirty = draft !== items && (merged || draft.some((item, place) => item !== items[place]));
  const root = useUnsaved<HTMLElement>(dirty && !settled);
  const leave = (act: () => void) => {
    // The page may now be left without asking about the draft.
    flushSync(() => setSettled(true));
    act();
  };
  const submission = useSubmit(async () => {
    if (!(await confirmPhrase({ title: label, body: t('order.confirm'), agree: t('order.complete') }))) return;
    const ids = draft.map((item) => item.id);
    const act = await save(ids, key.current);
    const message = movedText(
      items.map((item) => item.id),
      ids,
      new Map(draft.map((item) => [item.id, item.title])),
    );
    leave(() => onSaved(message, act));
  });
  const saveInto = async (staged: Staged) => {
    if (await stage(staged)) leave(onCancel);
  };
  // Offered from the start, so that nothing moves once the order has changed.
  const into = toStage && (
    <IntoButton disabled={!dirty} onClick={() => void saveInto(toStage(draft.map((item) => item.id)))} />
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that began it has gone with the list.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const conflict = conflictOf(submission.error);
  const merge = (found: SequenceConflict) => {
    key.current = found.key;
    setDraft(withCurrent(draft, found));
    setMerged(true);
    submission.clear();
  };
  return (
    <section ref={root} aria-label={label}>
      <Inline between gap="8px 16px" below={4}>
        <h2 ref={heading} tabIndex={-1}>
          {label}
        </h2>
        <Inline tight>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <NowOrInto into={into}>
            {(variant) => (
              <Button variant={variant} onClick={submission.retry} busy={submission.pending}>
                {t('order.complete')}
              </Button>
            )}
          </NowOrInto>
        </Inline>
      </Inline>
      <Text tone="soft" below={12} role="status">
        {merged ? t('order.merged') : t('order.hint')} {t('sort.keys')}
      </Text>
      <FormProblem of={submission} title={failed} />
      {conflict && (
        <Conflict
          found={conflict}
          titleOf={(id) => draft.find((item) => item.id === id)?.title ?? String(id)}
          onMerge={() => merge(conflict)}
          onReload={() => leave(() => location.reload())}
        />
      )}
      {items.length > worthFinding && (
        <SearchField label={t('table.search_titles')} value={text} onChange={setText}>
          {text.trim() !== '' && t('table.total', { count: shown.length })}
        </SearchField>
      )}
      <Sortable label={label} items={draft} shown={shown} onChange={setDraft} canPick />
    </section>
  );
}

/** The items whose title contains every typed word. */
function useFound(items: readonly SortableItem[], text: string): readonly SortableItem[] {
  const wanted = useDeferredValue(text);
  return useMemo(() => {
    if (wanted.trim() === '') return items;
    const matches = wordSearch(wanted);
    return items.filter((item) => matches(fold(item.title)));
  }, [items, wanted]);
}

interface ConflictProps {
  found: SequenceConflict;
  titleOf: (id: number) => string;
  onMerge: () => void;
  onReload: () => void;
}

/** What changed since the order was loaded, and the two choices. */
function Conflict({ found, titleOf, onMerge, onReload }: ConflictProps) {
  const t = useT();
  const textsOf = useConflictTexts();
  return (
    <Note tone="warn">
      {textsOf(found, titleOf).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Inline tight>
        <Button variant="soft" onClick={onMerge}>
          {found.moved ? t('order.keep') : t('order.merge')}
        </Button>
        <Button onClick={onReload}>{t('order.reload')}</Button>
      </Inline>
    </Note>
  );
}
