import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { LearnerLink } from '../learner-link.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RegistrationRow } from '../registration-rows.read.ts';
import styles from './registration-columns.module.css';

const tones = { active: 'live', expired: undefined, canceled: 'warn' } as const;

/** The columns shared by all lists of registrations. */
export function useRegistrationColumns(): Column<RegistrationRow>[] {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  return [
    {
      key: 'learner',
      label: t('registration.learner_id'),
      fixed: true,
      align: 'lead',
      render: (row) => <LearnerLink learner={row} />,
    },
    {
      key: 'collection',
      label: t('registration.collection'),
      align: 'cut',
      render: ({ cid, collection }) => <a href={`/collection/${cid}`}>{collection}</a>,
    },
    {
      key: 'by',
      label: t('registration.by'),
      align: 'nowrap',
      render: ({ code, event_idx, event }) =>
        code === null ? (
          <a className={styles.event} href={`/event/${event_idx}`} title={event ?? undefined}>
            {event}
          </a>
        ) : (
          <code>{showCode(code)}</code>
        ),
    },
    {
      key: 'customer',
      label: t('registration.customer'),
      align: 'cut',
      aside: true,
      render: ({ cust_idx, customer }) => cust_idx !== null && <a href={`/customer/${cust_idx}`}>{customer}</a>,
    },
    {
      key: 'registered',
      label: t('registration.registered_at'),
      sortable: true,
      align: 'number',
      render: ({ registered_at }) => format.dateTime(registered_at),
    },
    {
      key: 'until',
      label: t('registration.expires_at'),
      align: 'number',
      aside: true,
      render: ({ expires_at }) => (expires_at === 0 ? t('registration.permanent') : format.end(expires_at)),
    },
    {
      key: 'status',
      label: t('registration.status'),
      align: 'nowrap',
      render: ({ status }) => <State tone={tones[status]}>{t(`registration.status_${status}`)}</State>,
    },
  ];
}
