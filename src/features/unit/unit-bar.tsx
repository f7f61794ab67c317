import type { BookWords } from '#features/book/book-words.public.ts';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import bar from '#ui/form/save-bar.module.css';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import type { Submission } from '#ui/form/use-submit.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useListener } from '#ui/use-listener.ts';
import { type CheckedUnit, maxUnits } from './unit-info.rules.ts';

interface UnitBarProps {
  units: readonly CheckedUnit[];
  /** How many rows saving would change. */
  unsaved: number;
  saving: Submission;
  /** Goes to the next cell that keeps the sheet from being saved. */
  onNext: () => void;
  onDiscard: () => void;
  onInto: () => void;
}

/** Saves the sheet from any scroll position; says what is unsaved, and what has to be corrected first. */
export function UnitBar({ units, unsaved, saving, onNext, onDiscard, onInto }: UnitBarProps) {
  const t = useT<BookWords>();
  const { text } = useInterface();
  const problems = units.flatMap((unit) => unit.problems);
  const [first] = problems;
  const isSound = first === undefined && units.length <= maxUnits;
  const canSave = unsaved > 0 && isSound && !saving.pending;
  const canStage = canSave && units.length > 0;
  useSaveKeys({ save: canSave ? () => saving.submit() : undefined, saveInto: canStage ? onInto : undefined });
  useListener(
    'keydown',
    (event) => {
      if (event.key !== 'F8' || document.querySelector('[role="dialog"], dialog[open]')) return;
      event.preventDefault();
      onNext();
    },
    { isOn: first !== undefined },
  );
  if (unsaved === 0 && isSound) return null;
  return (
    <Inline gap={10} className={bar.bar} data-bar>
      <Text as="small" tone="problem" role="status">
        {first && (
          <>
            {t('book.unit_problems', { count: problems.length })}
            {': '}
            {text(first.key, { ...first.values })}
          </>
        )}
        {units.length > maxUnits && t('book.unit_too_many', { limit: maxUnits })}
      </Text>
      <Text as="output" tone="warn" whole last>
        {unsaved > 0 && t('form.unsaved', { count: unsaved })}
      </Text>
      {first !== undefined && (
        <Button aria-keyshortcuts="F8" onClick={onNext}>
          {t('book.unit_next')}
        </Button>
      )}
      <Button disabled={saving.pending} onClick={onDiscard}>
        {t('form.discard')}
      </Button>
      <NowOrInto into={<IntoButton disabled={!canStage} onClick={onInto} />}>
        {(variant) => (
          <Button
            variant={variant}
            type="submit"
            disabled={!canSave}
            busy={saving.pending}
            aria-keyshortcuts="Control+S"
          >
            {t(variant === 'primary' ? 'common.save' : 'form.save_now')}
          </Button>
        )}
      </NowOrInto>
    </Inline>
  );
}
