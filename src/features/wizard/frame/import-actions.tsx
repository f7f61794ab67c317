import { useState } from 'react';
import { confirm, leaveWith } from '#client/dialogs.ts';
import type { ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import { Text } from '#ui/kit/text.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { Tick } from '#ui/rows/tick.tsx';
import styles from './import.module.css';
import { callImport, type ImportOffice } from './use-import.ts';

/** The actions on an import that is not applied yet. */
export function ImportActions({ office }: { office: ImportOffice }) {
  const { state } = office;
  if (state.status === 'applying') return <Applying office={office} />;
  if (state.status === 'ready') return <Ready office={office} />;
  return null;
}

function Ready({ office: { state, run, busy } }: { office: ImportOffice }) {
  const t = useT<ImportWords>();
  const params = { import_idx: state.import_idx };
  const { counts } = state;
  const unaccepted = state.missing.length > 0 && !state.create_missing;
  const blocked = counts.rejected > 0 || unaccepted;
  const unchanging = !blocked && counts.new + counts.changed === 0;
  const [sent, setSent] = useState(false);
  const apply = async () => {
    setSent(true);
    await run(() => callImport('POST /api/v1/import/:import_idx/apply', { params }));
    setSent(false);
  };
  return (
    <Inline as="section" gap="8px 16px" above={12} className={styles.bar} aria-label={t('import.actions')} data-bar>
      <Tick
        checked={state.update}
        disabled={busy}
        onSave={(update) => run(() => callImport('PUT /api/v1/import/:import_idx', { params, body: { update } }))}
      >
        <span title={t('import.update_hint')}>{t('import.update_box')}</span>
      </Tick>
      <div className={styles.acts}>
        <Button
          variant="primary"
          disabled={busy || blocked || (unchanging && counts.unchanged === 0)}
          busy={sent}
          onClick={() => void apply()}
        >
          {unchanging && counts.unchanged > 0
            ? t('import.choose_books_begin', { count: counts.unchanged })
            : t('import.apply', { new: counts.new, changed: counts.changed })}
        </Button>
        {counts.rejected > 0 && (
          <Button
            disabled={busy}
            onClick={() =>
              void run(() =>
                callImport('PUT /api/v1/import/:import_idx/drop', {
                  params,
                  body: { rows: 'rejected', dropped: true },
                }),
              )
            }
          >
            {t('import.drop_rejected', { count: counts.rejected })}
          </Button>
        )}
        {counts.rejected > 0 && (
          <RejectedRows path={`/api/v1/import/${state.import_idx}/rejected`} count={counts.rejected} />
        )}
        <Discard state={state} disabled={busy} />
      </div>
      {blocked && (
        <Text tone="soft">
          {counts.rejected === 0
            ? t('import.apply_titles')
            : unaccepted
              ? t('import.apply_blocked_titles')
              : t('import.apply_blocked')}
        </Text>
      )}
      {unchanging && (
        <Text tone="soft">{t('import.apply_nothing', { unchanged: counts.unchanged, dropped: counts.dropped })}</Text>
      )}
    </Inline>
  );
}

/** A link to the rejected rows as a sheet with their reasons, to be corrected there. */
export function RejectedRows({ path, count }: { path: string; count: number }) {
  const t = useT<ImportWords>();
  return (
    <ButtonLink variant="quiet" href={`${path}?as=xlsx`} download>
      {t('import.rejected_download', { count })}
    </ButtonLink>
  );
}

/** Discards an import that is not applied. */
export function Discard({ state, disabled = false }: { state: ShownImport; disabled?: boolean }) {
  const t = useT<ImportWords>();
  const act = useAct();
  const title = t('import.discard');
  const discard = async () => {
    if (!(await confirm({ title, body: t('import.discard_confirm'), agree: title, danger: true }))) return;
    await callImport('DELETE /api/v1/import/:import_idx', { params: { import_idx: state.import_idx } });
    leaveWith(t('import.discarded'), '/book/import');
  };
  return (
    <Button variant="quiet" danger disabled={disabled} onClick={() => act(discard, t('import.error'))}>
      {title}
    </Button>
  );
}

function Applying({ office: { state } }: { office: ImportOffice }) {
  const t = useT<ImportWords>();
  const { done, total } = state.progress ?? { done: 0, total: state.counts.new + state.counts.changed };
  const act = useAct();
  const cancel = async () => {
    await callImport('POST /api/v1/import/:import_idx/cancel', { params: { import_idx: state.import_idx } });
  };
  return (
    <section className={styles.bar} aria-label={t('import.actions')} data-bar>
      <Progress
        beside
        label={t('import.status_applying')}
        text={t('import.applying', { done, total })}
        max={total || 1}
        value={done}
      >
        <Button onClick={() => act(cancel, t('import.error'))}>{t('import.cancel')}</Button>
      </Progress>
    </section>
  );
}
