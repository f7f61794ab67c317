import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client } from '#client/api.ts';
import { confirm, confirmPhrase, notify, reloadWith } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import { pageAddress } from '#client/office-path.ts';
import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { KnownHeadings } from '#kernel/sheets/sheet-columns.rules.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import { usePaste } from '#ui/use-paste.ts';
import { StagedUnits } from './staged-units.tsx';
import { type CellAt, checkTyped, nextProblem } from './typed-units.rules.ts';
import { UnitBar } from './unit-bar.tsx';
import { UnitColumns } from './unit-columns.tsx';
import { UnitConflict } from './unit-conflict.tsx';
import { UnitGrid } from './unit-grid.tsx';
import styles from './unit-grid.module.css';
import { UnitHead } from './unit-head.tsx';
import type { UnitInfo, unitInfoApi } from './unit-info.contract.ts';
import { type UnitRow, unitCells, unitOf } from './unit-info.rules.ts';
import { UnitNotes } from './unit-notes.tsx';
import { useTypedUnits } from './use-typed-units.ts';
import { useUnitTexts } from './use-unit-texts.ts';

const call = client<typeof unitInfoApi>();

/** What the page of a book's units is made of. */
export interface UnitEditorData extends UnitInfo {
  bidx: number;
  known: KnownHeadings;
  /** The units that the release the reader works on gives the book. */
  staged: { release: string; units: UnitRow[] } | null;
}

/** The units of a book as a sheet: typed, pasted or read from a file, and then saved as a whole. */
export function UnitEditor({ bid, data }: { bid: string; data: UnitEditorData }) {
  const t = useT<BookWords>();
  const sheet = useTypedUnits(data);
  const texts = useUnitTexts(sheet, data.known);
  const [wanted, setWanted] = useState<CellAt | null>(null);
  const units = useMemo(() => checkTyped(sheet.rows), [sheet.rows]);
  const form = useUnsaved<HTMLFormElement>(sheet.unsaved.count > 0);
  const section = useRef<HTMLElement>(null);
  // What somebody else has saved, once it has been shown and is to be saved over: its version, and how many units.
  const newer = useRef<{ version: number; count: number }>(undefined);
  const overwritten = () => Math.max(newer.current?.version ?? 0, sheet.version);
  const own = { kind: 'book', id: bid };
  const values = () => ({ unitInfo: units.map(unitOf) });

  const remove = async () => {
    const title = t('book.unit_delete_all');
    const question = {
      title,
      body: t('book.unit_delete_text'),
      figures: [t('book.unit_count', { count: newer.current?.count ?? data.unitInfo.length })],
      agree: t('common.delete'),
      danger: true,
      into: () => stage({ kind: 'units', id: bid, title, values: { unitInfo: [] } }),
    };
    if (!(await confirmPhrase(question))) {
      newer.current = undefined;
      return;
    }
    const body = { version: overwritten() };
    const { data: deleted } = await call('DELETE /api/v5/book/unit/:bid', { params: { bid }, body });
    // At once, so that leaving the page finds nothing unsaved.
    flushSync(() => sheet.take({ unitInfo: [], version: sheet.version }));
    reloadWith(t('book.unit_deleted'), deleted.act_idx);
  };
  const deleting = useSubmit(remove, form);
  const saving = useSubmit(async () => {
    if (units.length === 0) return remove();
    const version = overwritten();
    const body = { bidx: data.bidx, bid, version, ...values(), ...(texts.headings && { headings: texts.headings }) };
    const { data: saved } = await call('POST /api/v5/book/unit', { body });
    newer.current = undefined;
    sheet.take({ unitInfo: body.unitInfo, version: saved.version });
    texts.clear();
    deleting.clear();
    void notify({ message: t('book.unit_saved'), undo: saved.act_idx, undone: () => showOwnAct(own) });
    await showOwnAct(own);
  }, form);
  const putInto = async () => {
    const change = { kind: 'units', id: bid, title: t('book.unit_info'), values: values(), version: sheet.version };
    if (!(await stage(change))) return;
    flushSync(sheet.discard);
    await navigateInPage(pageAddress());
  };
  const discard = async () => {
    const body = t('form.unsaved', { count: sheet.unsaved.count });
    const question = { title: t('form.discard_title'), body, agree: t('form.discard'), danger: true };
    if (!(await confirm(question))) return;
    flushSync(() => {
      sheet.discard();
      texts.clear();
      saving.clear();
      deleting.clear();
    });
    setWanted({ row: 0, column: 0 });
  };
  const removeRow = (row: number) => {
    const removed = sheet.rows[row];
    if (!removed) return;
    sheet.remove(row);
    setWanted({ row, column: 0 });
    void notify({ message: t('book.unit_removed', { row: row + 1 }), undo: () => sheet.putBack(row, removed) });
  };
  usePaste(section, (event) => {
    const given = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\t\n]/.test(given.trim())) return;
    event.preventDefault();
    // What is being saved takes the place of what is typed.
    if (saving.pending) return;
    texts.put(given, cellOf(event.target) ?? { row: sheet.rows.length, column: 0 });
  });

  // Somebody else was first.
  const late = [saving, deleting].find(({ error }) => error?.code === 'error.stale');
  const isEmpty = data.unitInfo.length === 0 && units.length === 0;
  return (
    <Stack as="form" ref={form} gap={12} className={styles.sheet} data-inline onSubmit={saving.submit} noValidate>
      <Card ref={section} gap={12} aria-labelledby="unit-info">
        <UnitHead
          units={units}
          isUnsaved={sheet.unsaved.count > 0}
          isReading={texts.reading.pending}
          onFile={texts.read}
          onAdd={() => setWanted({ row: sheet.rows.length, column: 0 })}
          onDeleteAll={data.unitInfo.length === 0 ? undefined : () => deleting.submit()}
        />
        <FormProblem of={saving} title={t('book.unit_save_failed')} />
        <FormProblem of={deleting} />
        {late && (
          <UnitConflict
            bid={bid}
            mine={late === deleting ? t('book.unit_delete_all') : t('error.stale_mine')}
            onMine={({ version, unitInfo }) => {
              newer.current = { version, count: unitInfo.length };
              late.retry();
            }}
            onTheirs={(theirs) => {
              newer.current = undefined;
              sheet.take(theirs);
              late.clear();
            }}
          />
        )}
        <FormProblem of={texts.reading} />
        {data.staged && <StagedUnits of={data.staged} onTake={(staged) => texts.replace(staged.map(unitCells))} />}
        {texts.notes && <UnitNotes notes={texts.notes} onLeaveOut={texts.leaveOutHidden} onFill={texts.fillMerged} />}
        {texts.unmatched && (
          <UnitColumns
            key={texts.unmatched.text}
            head={texts.unmatched.head}
            known={data.known}
            onChoose={texts.match}
          />
        )}
        {isEmpty && (
          <FileDrop
            label={t('book.unit_file')}
            hint={t('book.unit_file_hint')}
            accept=".xlsx,.csv"
            disabled={texts.reading.pending}
            onFile={texts.read}
          />
        )}
        <UnitGrid of={sheet} units={units} wanted={wanted} onWant={setWanted} onRemove={removeRow} />
        <Text tone="soft" size="small" data-screen-only>
          {t('book.unit_keys')}
        </Text>
      </Card>
      <UnitBar
        units={units}
        unsaved={sheet.unsaved.count}
        saving={saving}
        onNext={() => setWanted(nextProblem(units, cellOf(document.activeElement)))}
        onDiscard={() => void discard()}
        onInto={() => void putInto()}
      />
    </Stack>
  );
}

/** The cell of the sheet that an element is, if it is one. */
function cellOf(element: EventTarget | null): CellAt | null {
  const [row, column] = (element instanceof HTMLElement && element.dataset['cell']?.split(' ').map(Number)) || [];
  return row === undefined || column === undefined ? null : { row, column };
}
