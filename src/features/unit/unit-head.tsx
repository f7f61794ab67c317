import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CardHead } from '#ui/kit/card.tsx';
import { FileButton } from '#ui/kit/file-button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { type MenuItem, RowMenu } from '#ui/kit/menu.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { type CheckedUnit, repeatedSubunits } from './unit-info.rules.ts';

// Enough to find them.
const named = 10;

interface UnitHeadProps {
  units: readonly CheckedUnit[];
  isUnsaved: boolean;
  isReading: boolean;
  onFile: (file: File) => void;
  onAdd: () => void;
  /** Absent while there are no units. */
  onDeleteAll: (() => void) | undefined;
}

/** The heading of the sheet of units, the ways to fill it, and what is worth checking in it. */
export function UnitHead({ units, isUnsaved, isReading, onFile, onAdd, onDeleteAll }: UnitHeadProps) {
  const t = useT<BookWords>();
  const repeated = repeatedSubunits(units);
  const template = (as: 'xlsx' | 'csv'): MenuItem => ({
    label: `${t('book.unit_template')} ${as.toUpperCase()}`,
    href: `/api/v5/book/unit/template?as=${as}`,
    download: true,
  });
  const deletion = onDeleteAll && !isUnsaved && { label: t('book.unit_delete_all'), act: onDeleteAll, danger: true };
  return (
    <>
      <CardHead>
        <Inline tight baseline>
          <h2 id="unit-info">{t('book.unit_info')}</h2>
          <Text as="span" tone="soft">
            {units.length === 0 ? t('book.unit_none') : t('book.unit_count', { count: units.length })}
          </Text>
        </Inline>
        <Inline tight>
          <FileButton size="small" accept=".xlsx,.csv" disabled={isReading} onFiles={([file]) => file && onFile(file)}>
            {t('book.unit_file')}
          </FileButton>
          <Button size="small" onClick={onAdd}>
            {t('book.line_add')}
          </Button>
          <RowMenu
            label={t('common.more')}
            items={[template('xlsx'), template('csv'), ...(deletion ? [deletion] : [])]}
          />
        </Inline>
      </CardHead>
      {repeated.length > 0 && (
        <Note tone="warn">{t('book.unit_repeated', { ids: repeated.slice(0, named).join(', ') })}</Note>
      )}
    </>
  );
}
