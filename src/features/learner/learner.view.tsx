import { learnerHref } from '#features/registration/registration.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { SelectionBar } from '#ui/table/selection-bar.tsx';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';
import { LearnerActs, RegistrationActs } from './learner-acts.tsx';
import { LearnerHistory } from './learner-history.tsx';
import { LearnerTries } from './tries/learner-tries.tsx';
import { useLearnerColumns } from './use-learner-columns.tsx';

interface LearnerPageProps {
  learner: Learner;
  /** The number that the trail has; null if no act named the learner. */
  number: number | null;
  paging: { page: number; size: number; limit: number };
  /** Of which code or registration the caller speaks. */
  meant: { code?: string; registration?: number };
  now: number;
}

/** What a reader has and until when, and how they got it. */
export default function LearnerPage({ learner, paging, meant, now }: LearnerPageProps) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  const { learner_id: id, total, active, registrations, tries, history, erased_at: erasedAt } = learner;
  const path = learnerHref(learner.ref);
  // One press less on the telephone: what the call is about is chosen.
  const isMeant = ({ code, reg_idx: reg }: Learner['registrations'][number]) =>
    meant.registration === reg || (meant.code !== undefined && meant.code === code);
  const isAny = meant.code !== undefined || meant.registration !== undefined;
  const selection = useListSelection(
    path,
    meant,
    total,
    registrations.filter((row) => (isAny ? isMeant(row) : total === 1)).map((row) => row.reg_idx),
  );
  const columns = useLearnerColumns(registrations, now);
  return (
    <>
      <RecordBar crumbs={[{ label: t('learner.crumb'), href: '/registration' }]} steps={null} hrefOf={() => ''} />
      <RecordHero
        state={
          erasedAt > 0 ? (
            <State>{t('learner.erased_on', { day: format.date(erasedAt) })}</State>
          ) : (
            <State tone={active > 0 ? 'live' : undefined}>{t('learner.reads', reading(learner))}</State>
          )
        }
        title={id}
        facts={useFacts(learner)}
        acts={<LearnerActs learner={learner} />}
        found={{ detail: '', href: path, kind: t('learner.kind'), icon: 'people' }}
      />
      <Stack as="section" gap={0}>
        <SectionHead title={t('learner.registrations')} note={t('learner.figures', { total, active })} />
        {registrations.length === 0 ? (
          <EmptyState text={t('learner.nothing')} link={{ label: t('learner.redeem'), href: '/code/redeem' }} />
        ) : (
          <>
            <DataTable
              caption={t('learner.registrations')}
              columns={columns}
              rows={registrations}
              keyOf={(row) => row.reg_idx}
              nameOf={(row) => row.collection}
              path={path}
              query={{}}
              selection={selection}
            />
            <SelectionBar selection={selection} total={registrations.length} limit={paging.limit}>
              <RegistrationActs learner={learner} selection={selection} />
            </SelectionBar>
            <Pager path={path} query={{}} total={total} {...paging} />
          </>
        )}
      </Stack>
      {tries.length > 0 && <LearnerTries of={learner} />}
      <LearnerHistory of={history} />
    </>
  );
}

const reading = ({ collections, books }: Learner) => ({ collections, books });

function useFacts({ since, registrations: [last] }: Learner) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  return [
    { label: t('learner.since'), value: since > 0 ? format.date(since) : null },
    { label: t('learner.last'), value: last ? format.dateTime(last.registered_at) : null },
  ];
}
