import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import type { BookApi } from '#features/book/book.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { ImportWords } from '../import.messages.ts';
import styles from './import.module.css';
import { stepHref } from './import-steps.rules.ts';
import { callImport, type ImportOffice } from './use-import.ts';

const callBook = client<BookApi>();

// The most books one call takes.
const perCall = 5000;

type ImportDoneProps = Pick<ImportOffice, 'state' | 'busy' | 'run'>;

/** What is left to do once all is in: publish the books, or take a sheet back. */
export function ImportDone({ state, busy, run }: ImportDoneProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  return (
    <section className={styles.actions}>
      {state.applied_by !== null && (
        <p>{t('import.applied_by', { name: state.applied_by, time: format.dateTime(state.applied_at) })}</p>
      )}
      <Group gap="xs">
        <PublishButton state={state} />
        <a href="/book">{t('import.to_books')}</a>
        <a href="/book/import">{t('import.another')}</a>
        {state.source === 'sheet' && <UndoButton state={state} busy={busy} run={run} />}
      </Group>
    </section>
  );
}

/** The bids of all pages. */
async function listOwn(importIdx: number): Promise<string[]> {
  const bids: string[] = [];
  let page: number | null = 1;
  while (page !== null) {
    const { results }: { results: { bids: string[]; next: number | null } } = await callImport(
      'GET /api/v1/import/:import_idx/new',
      {
        params: { import_idx: importIdx },
        query: { page },
      },
    );
    bids.push(...results.bids);
    page = results.next;
  }
  return bids;
}

function PublishButton({ state }: { state: ImportOffice['state'] }) {
  const t = useT<ImportWords>();
  const [busy, setBusy] = useState(false);
  const publish = async (): Promise<void> => {
    setBusy(true);
    try {
      const bids = await listOwn(state.import_idx);
      for (let start = 0; start < bids.length; start += perCall) {
        await callBook('PUT /api/v1/book', { body: { bids: bids.slice(start, start + perCall) } });
      }
      void notify({ message: t('import.published', { count: bids.length }) });
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : t('error.network');
      void notify({ title: t('import.error'), message, tone: 'problem', retry: () => void publish() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void publish()} title={t('import.publish_hint')}>
      {t('import.publish', {
        count: state.source === 'books' ? state.row_count : state.counts.new + state.counts.changed,
      })}
    </Button>
  );
}

function UndoButton({ state, busy, run }: ImportDoneProps) {
  const t = useT<ImportWords>();
  const undo = async () => {
    if (
      !(await confirm({
        title: t('import.undo'),
        body: t('import.undo_confirm'),
        agree: t('import.undo'),
        danger: true,
      }))
    )
      return;
    const done = await run(() =>
      callImport('POST /api/v1/import/:import_idx/undo', { params: { import_idx: state.import_idx } }),
    );
    if (done) leaveWith(t('import.undone'), stepHref(state.import_idx, 'isbn'));
  };
  return (
    <Button variant="subtle" color="red" loading={busy} onClick={() => void undo()}>
      {t('import.undo')}
    </Button>
  );
}
