import type { ImportWords, ShownRow } from '#features/import/import-pages.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { UndoSome } from '#ui/table/use-undo-some.ts';
import styles from './import.module.css';
import previewStyles from './import-preview.module.css';

/** The books of rows that were applied and are not undone. */
const standing = (rows: readonly ShownRow[]): string[] =>
  rows.flatMap(({ applied }) => (applied && !applied.undone ? [applied.bid] : []));

/** Undoes one applied row, or chooses it; of one that was undone, who did that and when. */
export function UndoRow({ row: { row_no, applied }, some }: { row: ShownRow; some: UndoSome | undefined }) {
  const t = useT<ImportWords>();
  const format = useFormat();
  if (applied?.undone) {
    const { actor, at } = applied.undone;
    const values = { name: actor ?? t('actor.system'), time: format.dateTime(at) };
    return (
      <Text as="small" tone="warn" className={previewStyles.undone}>
        {t('import.undone_by', values)}
      </Text>
    );
  }
  if (!applied || !some) return null;
  const { bid } = applied;
  const name = `${t('import.row')} ${row_no}`;
  return (
    <Inline as="span" whole gap={6}>
      <Checkbox
        checked={some.isChosen(bid)}
        onChange={(event) => some.choose([bid], event.currentTarget.checked)}
        aria-label={t('table.select_row', { name })}
      />
      <Button variant="link" aria-label={`${t('import.undo_row')}: ${name}`} onClick={() => some.undo([bid])}>
        {t('import.undo_row')}
      </Button>
    </Inline>
  );
}

/** Chooses every row of the page that can be undone. */
export function ChooseAll({ rows, some }: { rows: readonly ShownRow[]; some: UndoSome }) {
  const t = useT<ImportWords>();
  const bids = standing(rows);
  if (bids.length === 0) return null;
  return (
    <Checkbox
      checked={bids.every(some.isChosen)}
      onChange={(event) => some.choose(bids, event.currentTarget.checked)}
      aria-label={t('table.select_all')}
    />
  );
}

/** Undoes the chosen rows. */
export function UndoRows({ some: { chosen, undo } }: { some: UndoSome }) {
  const t = useT<ImportWords>();
  return (
    <Inline as="section" gap="8px 16px" above={12} className={styles.bar} aria-label={t('import.actions')} data-bar>
      <Button onClick={() => undo(chosen)}>{t('import.undo_rows', { count: chosen.length })}</Button>
    </Inline>
  );
}
