import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import type { EventHead } from '#features/event/event.public.ts';
import { EventPage } from '#features/event/event.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { useRegistrationColumns } from '../list/use-registration-columns.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RegistrationRow } from '../registration-rows.read.ts';
import type { Joined } from './joined.read.ts';
import { JoinedFigures } from './joined-figures.tsx';
import type { participantApi } from './participant.contract.ts';

const call = client<typeof participantApi>();

interface ParticipantsProps {
  event: EventHead;
  joined: Joined;
  participants: Page<RegistrationRow>;
  paging: { size: number; limit: number };
}

/** How an event fills, and its participants, newest first. */
export default function Participants({ event, joined, participants, paging }: ParticipantsProps) {
  const t = useT<RegistrationWords>();
  const path = `/event/${event.event_idx}/participants`;
  const act = useAct();
  const takeOut = async ({ reg_idx, learner_id: learner }: RegistrationRow) => {
    const question = {
      title: t('registration.take_out_title', { learner }),
      body: t('registration.take_out_body'),
      agree: t('registration.take_out'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const params = { event_idx: event.event_idx, reg_idx };
    const { results } = await call('DELETE /api/v1/event/:event_idx/participant/:reg_idx', { params });
    reloadWith(t('registration.taken_out', { learner }), results.act_idx);
  };
  const columns: Column<RegistrationRow>[] = [
    ...useRegistrationColumns().filter(({ key }) => !['by', 'customer', 'collection'].includes(key)),
    {
      key: 'acts',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <Button
          variant="quiet"
          aria-label={`${t('registration.take_out')}: ${row.learner_id}`}
          onClick={() => act(() => takeOut(row), t('registration.take_out_failed'))}
        >
          {t('registration.take_out')}
        </Button>
      ),
    },
  ];
  return (
    <EventPage event={event} tab="participants">
      <JoinedFigures event={event} joined={joined} />
      {participants.total === 0 ? (
        <EmptyState text={t('registration.nobody')} />
      ) : (
        <>
          <SectionHead title={t('registration.participants')} note={t('registration.newest_first')}>
            <ExportMenu path="/registration/export" query={{ event_idx: event.event_idx }} />
          </SectionHead>
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
