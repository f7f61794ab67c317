import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import {
  chosenHeadings,
  columnsBelow,
  guessColumns,
  type KnownHeadings,
  type SheetColumns,
  showColumns,
} from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Badge } from '#ui/kit/badge.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { Acts, Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { ColumnMatcher } from '#ui/rows/column-matcher.tsx';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import { UnitConflict } from './unit-conflict.tsx';
import type { UnitInfo, unitInfoApi } from './unit-info.contract.ts';
import styles from './unit-info.module.css';
import {
  foreignHead,
  matchedText,
  maxUnits,
  readUnitText,
  type UnitRow,
  unitColumns,
  unitFields,
  unitOf,
  unitsText,
  unitText,
} from './unit-info.rules.ts';
import { withMergedFilled, withoutHidden } from './unit-notes.rules.ts';
import { UnitNotes } from './unit-notes.tsx';
import { UnitPreview } from './unit-preview.tsx';

const call = client<typeof unitInfoApi>();

type UnitInfoFormProps = UnitInfo & {
  bid: string;
  bidx: number;
  known: KnownHeadings;
  /** The units that the release the reader works on gives the book. */
  staged: { release: string; units: UnitRow[] } | null;
};

/** The dialog for a book's units: a file or pasted rows become text, which is checked, shown and only then saved. */
export default function UnitInfoForm({ bid, bidx, known, staged, ...loaded }: UnitInfoFormProps) {
  const t = useT<BookWords>();
  const [base, setBase] = useState<UnitInfo>(loaded);
  const [text, setText] = useState(() => unitsText(loaded.unitInfo));
  const units = useMemo(() => readUnitText(text), [text]);
  const foreign = useMemo(() => foreignHead(text, known), [text, known]);
  const [headings, setHeadings] = useState<KnownHeadings>();
  const sound =
    foreign === null &&
    units.length > 0 &&
    units.length <= maxUnits &&
    units.every((unit) => unit.problems.length === 0);
  const form = useUnsaved<HTMLFormElement>(text !== unitsText(base.unitInfo));
  // The version to save over: that of a newer sheet once it has been shown.
  const version = useRef(loaded.version);
  const saving = useSubmit(async () => {
    const body = { bidx, bid, version: version.current, unitInfo: units.map(unitOf), ...(headings && { headings }) };
    const { data } = await call('POST /api/v5/book/unit', { body });
    await finishFragment({ act: data.act_idx });
  });
  /** Puts the units into a release in place of saving them. */
  const putInto = async () => {
    const values = { unitInfo: units.map(unitOf) };
    const change = { kind: 'units', id: bid, title: t('book.unit_info'), values, version: version.current };
    if (await stage(change)) await finishFragment(undefined);
  };
  const shown = useDeferredValue(units);
  const sheet = useSheet(setText);
  const takeTheirs = (theirs: UnitInfo) => {
    version.current = theirs.version;
    setBase(theirs);
    setText(unitsText(theirs.unitInfo));
    saving.clear();
  };
  const saveMine = (theirs: UnitInfo) => {
    version.current = theirs.version;
    saving.retry();
  };
  return (
    <Stack as="form" ref={form} onSubmit={saving.submit} noValidate>
      <h2>{t('book.unit_info')}</h2>
      <FormProblem of={saving} title={t('book.unit_save_failed')} />
      {saving.error?.code === 'error.stale' && <UnitConflict bid={bid} onMine={saveMine} onTheirs={takeTheirs} />}
      <FormProblem of={sheet.reading} />
      {staged && <StagedUnits of={staged} onTake={setText} />}
      <FileDrop
        label={t('book.unit_file')}
        hint={t('book.unit_file_hint')}
        accept=".xlsx,.csv"
        disabled={sheet.reading.pending}
        onFile={sheet.read}
      />
      {sheet.chosen && (
        <UnitNotes notes={sheet.chosen.notes} onLeaveOut={sheet.leaveOutHidden} onFill={sheet.fillMerged} />
      )}
      <UnitLayout />
      <Textarea
        label={t('book.unit_text')}
        hint={t('book.unit_text_hint')}
        className={styles.text}
        name="unit_text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={6}
        spellCheck={false}
      />
      {foreign ? (
        <UnitColumns
          key={text}
          head={foreign}
          known={known}
          onChoose={(columns) => {
            setHeadings({ ...headings, ...chosenHeadings(foreign, columns) });
            setText(matchedText(text, columns));
          }}
        />
      ) : (
        <UnitPreview units={shown} />
      )}
      <Acts>
        <NowOrInto into={<IntoButton disabled={!sound || saving.pending} onClick={() => void putInto()} />}>
          {(variant) => (
            <Button variant={variant} type="submit" disabled={!sound} busy={saving.pending}>
              {t(variant === 'primary' ? 'common.save' : 'form.save_now')}
            </Button>
          )}
        </NowOrInto>
      </Acts>
    </Stack>
  );
}

interface StagedUnitsProps {
  of: NonNullable<UnitInfoFormProps['staged']>;
  /** Gets the units as text. */
  onTake: (text: string) => void;
}

/** Offers the units that a release gives the book, to be edited further. */
function StagedUnits({ of: { release, units }, onTake }: StagedUnitsProps) {
  const t = useT<BookWords>();
  return (
    <Note tone="warn">
      <p>{t('book.unit_staged', { name: release, count: units.length })}</p>
      <Button variant="soft" size="small" onClick={() => onTake(unitsText(units))}>
        {t('book.unit_staged_take')}
      </Button>
    </Note>
  );
}

/** The columns of a row in order, and a link to an empty sheet. */
function UnitLayout() {
  const t = useT<BookWords>();
  return (
    <Stack gap={4} tone="soft">
      <span>{t('book.unit_columns')}</span>
      <Inline as="ol" gap={4}>
        {unitColumns.map((column) => (
          <li key={column}>
            <Badge>{column}</Badge>
          </li>
        ))}
      </Inline>
      <span>
        {t('book.unit_template')} <a href="/api/v5/book/unit/template?as=xlsx">XLSX</a>{' '}
        <a href="/api/v5/book/unit/template?as=csv">CSV</a>
      </span>
    </Stack>
  );
}

/** Has the server read a file, and puts its rows into the text. */
function useSheet(onText: (text: string) => void) {
  const file = useRef<File>(null);
  const [chosen, setChosen] = useState<{ rows: SheetRow[]; notes: SheetNotes } | null>(null);
  const reading = useSubmit(async () => {
    if (!file.current) return;
    const files = new FormData();
    files.append('file', file.current);
    const { data } = await call('POST /api/v5/book/unit/sheet', { files });
    setChosen(data.notes && { rows: data.rows, notes: data.notes });
    onText(unitText(data.rows));
  });
  const read = (one: File) => {
    file.current = one;
    reading.submit();
  };
  const change = (rows: SheetRow[], notes: Partial<SheetNotes>) => {
    if (!chosen) return;
    setChosen({ rows, notes: { ...chosen.notes, ...notes } });
    onText(unitText(rows));
  };
  return {
    reading,
    read,
    chosen,
    leaveOutHidden: () => chosen && change(withoutHidden(chosen.rows, chosen.notes), { hiddenRows: [] }),
    fillMerged: () => chosen && change(withMergedFilled(chosen.rows, chosen.notes), { merged: [] }),
  };
}

// The column names are those of the sheet, in every language.
const labels = unitFields.map(({ name, required }) => ({ name, label: name, required }));

interface UnitColumnsProps {
  head: SheetRow[];
  known: KnownHeadings;
  onChoose: (columns: SheetColumns) => void;
}

/** Asks for the columns of pasted or chosen rows with unknown headings. */
function UnitColumns({ head, known, onChoose }: UnitColumnsProps) {
  const [columns, setColumns] = useState(() => guessColumns(head, unitFields, known));
  return (
    <ColumnMatcher
      key={columns.heading_row}
      state={showColumns({ head, columns, labels })}
      busy={false}
      needed={unitColumns}
      onHeadingRow={(row) => setColumns(columnsBelow(head, row, unitFields, known))}
      onChoose={onChoose}
    />
  );
}
