import { copyText } from '#client/clipboard.ts';
import { notify } from '#client/dialogs.ts';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';
import { useLearnerColumns } from './use-learner-columns.tsx';

interface LearnerPageProps {
  learner: Learner;
  paging: { page: number; size: number; limit: number };
  now: number;
}

/** What a reader has and until when, and how they got it. */
export default function LearnerPage({ learner, paging, now }: LearnerPageProps) {
  const t = useT<LearnerWords>();
  const { learner_id: id, total, active, registrations } = learner;
  const path = learnerHref(learner.ref);
  const columns = useLearnerColumns(registrations, now);
  return (
    <>
      <RecordBar crumbs={[{ label: t('learner.crumb'), href: '/registration' }]} steps={null} hrefOf={() => ''} />
      <RecordHero
        state={<State tone={active > 0 ? 'live' : undefined}>{t('learner.reads', reading(learner))}</State>}
        title={id}
        facts={useFacts(learner)}
        acts={<LearnerActs id={id} />}
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
            />
            <Pager path={path} query={{}} total={total} {...paging} />
          </>
        )}
      </Stack>
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

/** What can be done with a learner as a whole. */
function LearnerActs({ id }: { id: string }) {
  const t = useT<LearnerWords>();
  const copy = async () => {
    const isCopied = await copyText(id);
    await notify({
      message: t(isCopied ? 'learner.copied' : 'common.not_copied'),
      tone: isCopied ? 'done' : 'problem',
    });
  };
  return (
    <>
      <Button onClick={() => void copy()}>{t('learner.copy')}</Button>
      <ButtonLink variant="primary" href="/code/redeem">
        {t('learner.redeem')}
      </ButtonLink>
    </>
  );
}
