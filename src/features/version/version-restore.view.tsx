import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import type { Gone } from '#features/collection/collection-versions.public.ts';
import type { VersionRow } from '#kernel/records/versions.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { Note } from '#ui/kit/note.tsx';
import type { Comparison } from './comparison.read.ts';
import { ComparisonView, isEmpty } from './comparison.tsx';
import type { VersionWords } from './version.messages.ts';
import type { versionsApi } from './versions.contract.ts';

const call = client<typeof versionsApi>();

interface VersionRestoreProps {
  collection: { cid: string; version: number; lock: boolean };
  row: VersionRow;
  /** From the present state to that of the version. */
  comparison: Comparison;
  /** Parts that cannot be restored: the first few, and how many there are. */
  gone: { count: number; first: Gone[] };
}

/** The dialog that restores a version: what it would change, what cannot be restored, and the reason. */
export default function VersionRestore({ collection, row, comparison, gone }: VersionRestoreProps) {
  const t = useT<VersionWords>();
  const format = useFormat();
  const [reason, setReason] = useState('');
  const form = useUnsaved<HTMLFormElement>(reason !== '');
  const { cid, version } = collection;
  const exchanges = comparison.contents.added + comparison.contents.removed > 0;
  const isLocked = collection.lock && exchanges;
  const isPossible = !isLocked && !isEmpty(comparison);
  const submission = useSubmit(async () => {
    const params = { cid, ver_idx: row.ver_idx };
    const body = { version, ...(reason.trim() !== '' && { reason }) };
    const { results } = await call('POST /api/v5/collection/:cid/version/:ver_idx/restore', { params, body });
    await finishFragment({ act: results.act_idx });
  });
  const number = String(row.number);
  const by = { name: row.actor ?? t('actor.system'), time: format.dateTime(row.at) };
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={t('version.restore_version', { number })}
      failed={t('version.restore_failed')}
      submit={isPossible ? t('version.restore') : null}
      disabled={exchanges && reason.trim() === ''}
    >
      {submission.error?.code === 'error.stale' && (
        <p>
          <a href={`/collection/${cid}/versions/${row.ver_idx}/restore`}>{t('version.restore_look_again')}</a>
        </p>
      )}
      {isPossible && <p>{t('version.restore_text', by)}</p>}
      {isLocked && <Note tone="warn">{t('version.restore_locked')}</Note>}
      <GoneParts gone={gone} />
      <Frame most={400} role="region" aria-label={t('version.what')} tabIndex={0}>
        <ComparisonView of={comparison} same={t('version.restore_nothing')} />
      </Frame>
      {isPossible && (
        <Textarea
          label={t('version.restore_reason')}
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={submission.fieldError('reason')}
          required={exchanges}
          maxLength={1000}
          rows={2}
        />
      )}
    </DialogForm>
  );
}

function GoneParts({ gone: { count, first } }: Pick<VersionRestoreProps, 'gone'>) {
  const t = useT<VersionWords>();
  if (count === 0) return null;
  return (
    <Note tone="warn">
      <p>{t('version.restore_gone')}</p>
      <ul>
        {first.map(({ kind, id, label }) => (
          <li key={`${kind} ${id}`}>
            {t(`version.compare_type_${kind}`)} {label || `#${id}`}
          </li>
        ))}
        {count > first.length && <li>{t('version.compare_more', { count: count - first.length })}</li>}
      </ul>
    </Note>
  );
}
