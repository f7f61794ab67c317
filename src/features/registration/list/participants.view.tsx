import type { EventHead } from '#features/event/event.public.ts';
import { EventPage } from '#features/event/event.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportLinks } from '#ui/table/export-links.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RegistrationRow } from '../registration-rows.read.ts';
import styles from './participants.module.css';
import { useRegistrationColumns } from './use-registration-columns.tsx';

interface ParticipantsProps {
  event: EventHead;
  participants: Page<RegistrationRow>;
  paging: { size: number; limit: number };
}

/** The participants of an event, newest first. */
export default function Participants({ event, participants, paging }: ParticipantsProps) {
  const t = useT<RegistrationWords>();
  const path = `/event/${event.event_idx}/participants`;
  const columns = useRegistrationColumns().filter(({ key }) => !['by', 'customer'].includes(key));
  return (
    <EventPage event={event} tab="participants">
      {participants.total === 0 ? (
        <EmptyState text={t('registration.nobody')} />
      ) : (
        <>
          <div className={styles.acts}>
            <ExportLinks path="/registration/export" query={{ event_idx: event.event_idx }} />
          </div>
          <DataTable
            caption={t('registration.participants')}
            columns={columns.map((column) => ({ ...column, sortable: false }))}
            rows={participants.rows}
            keyOf={(row) => row.reg_idx}
            nameOf={(row) => row.learner_id}
            path={path}
            query={{}}
          />
          <Pager path={path} query={{}} page={participants.page} total={participants.total} {...paging} />
        </>
      )}
    </EventPage>
  );
}
