import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { BookApi } from '#features/book/book.public.ts';
import type { ImportWords } from './import.messages.ts';
import styles from './import.module.css';
import { callImport, type ImportOffice } from './use-import.ts';

const callBook = client<BookApi>();

// The most books one call takes.
const perCall = 5000;

/** The last step: publish what was imported, or take it back. */
export function ImportDone({ office }: { office: ImportOffice }) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const { state } = office;
  const applied = state.status === 'applied';
  return (
    <section className={styles.actions}>
      <p>
        {state.applied_by !== null &&
          t('import.applied_by', { name: state.applied_by, time: format.dateTime(state.applied_at) })}{' '}
        {state.undone_by !== null &&
          t('import.undone_by', { name: state.undone_by, time: format.dateTime(state.undone_at) })}
      </p>
      {state.kept.length > 0 && <KeptBooks kept={state.kept} />}
      <Group gap="xs">
        {applied && <PublishButton state={state} />}
        <a href="/book">{t('import.to_books')}</a>
        <a href="/book/import">{t('import.another')}</a>
        {applied && <UndoButton office={office} />}
      </Group>
    </section>
  );
}

function PublishButton({ state }: { state: ImportOffice['state'] }) {
  const t = useT<ImportWords>();
  const [busy, setBusy] = useState(false);
  const publish = async (): Promise<void> => {
    setBusy(true);
    try {
      const { results } = await callImport('GET /api/v1/import/:import_idx/new', {
        params: { import_idx: state.import_idx },
      });
      for (let start = 0; start < results.bids.length; start += perCall) {
        await callBook('PUT /api/v1/book', { body: { bids: results.bids.slice(start, start + perCall) } });
      }
      void notify({ message: t('import.published', { count: results.bids.length }) });
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : t('error.network');
      void notify({ message, tone: 'problem', retry: () => void publish() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void publish()} title={t('import.publish_hint')}>
      {t('import.publish', { count: state.counts.new + state.counts.changed })}
    </Button>
  );
}

function UndoButton({ office: { state, run, busy } }: { office: ImportOffice }) {
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
    if (done) void notify({ message: t('import.undone') });
  };
  return (
    <Button variant="subtle" color="red" loading={busy} onClick={() => void undo()}>
      {t('import.undo')}
    </Button>
  );
}

function KeptBooks({ kept }: { kept: ImportOffice['state']['kept'] }) {
  const t = useT<ImportWords>();
  const reasons = { edited: t('import.kept_edited'), held: t('import.kept_held') };
  return (
    <details open>
      <summary>{t('import.kept', { count: kept.length })}</summary>
      <ul>
        {kept.map(({ bid, reason }) => (
          <li key={bid}>
            <a href={`/book/${bid}`}>{bid}</a> – {reasons[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}
