import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { MailFilter, MailRow, mailApi } from './mail.contract.ts';
import type { MailWords } from './mail.messages.ts';
import { groupOf, type MailGroup, mailHome, mailHref, mailStates } from './mail.rules.ts';
import { MailStateMark } from './mail-state.tsx';
import { useAgain } from './use-again.ts';

const call = client<typeof mailApi>();

interface MailListProps extends PlainListProps<MailRow, MailFilter> {
  views: ShownViews;
  kinds: { kind: string; label: string }[];
  /** Null if no mail is sent. */
  server: { from: string; host: string } | null;
  /** How many there are in each group. */
  groups: Record<MailGroup, number>;
  /** How many failed for sure. */
  failed: number;
}

const refresh = () => navigateInPage(pageAddress());

/** The outbox: what the product mailed, what waits, and what did not leave. */
export default function MailList({ kinds, server, failed, groups, ...list }: MailListProps) {
  const t = useT<MailWords>();
  const format = useFormat();
  const run = useAct();
  const { search_val, state, kind } = list.query;
  // By its time, a mail stands in no group.
  const inGroups = !list.query.sort.startsWith('at');
  const test = async () => {
    await call('POST /api/v1/mail/test', {});
    await refresh();
    await notify({ message: t('mail.test_done') });
  };
  const filters = useFilters(
    { search_val, state, kind },
    {
      search_val: searchBox(t('mail.search')),
      state: selectField(
        t('mail.field_state'),
        mailStates.map((value) => ({ value, label: t(`mail.state_${value}`) })),
      ),
      kind: selectField(
        t('mail.field_kind'),
        kinds.map((one) => ({ value: one.kind, label: one.label })),
      ),
    },
  );
  return (
    <ListScreen
      title={t('mail.heading')}
      acts={
        server && (
          <>
            <Button onClick={() => run(test, t('mail.test_failed'))}>{t('mail.test')}</Button>
          </>
        )
      }
      {...list}
      path={mailHome}
      filters={filters}
      summary={
        server ? (
          <Text tone="soft" size="small" below={8}>
            {t('mail.from', server)}
          </Text>
        ) : (
          <Note tone="warn">{t('mail.off')}</Note>
        )
      }
      columns={useColumns(kinds, inGroups)}
      keyOf={(row) => row.mail_idx}
      nameOf={(row) => row.subject}
      groupOf={
        inGroups
          ? ({ state: of }) => {
              const group = groupOf(of);
              const heading = t(group === 'failed' ? 'mail.view_failed' : `mail.state_${group}`);
              return {
                key: group,
                heading: `${heading} ${format.number(groups[group])}`,
                acts: group === 'failed' && server && failed > 1 && <FailedAgain count={failed} />,
              };
            }
          : undefined
      }
      rowsOpen
      empty={<EmptyState text={server ? t('mail.empty') : t('mail.off')} />}
    />
  );
}

/** Sends again all that failed, after a question. */
function FailedAgain({ count }: { count: number }) {
  const t = useT<MailWords>();
  const run = useAct();
  const send = async () => {
    const agree = t('mail.again');
    if (!(await confirm({ title: t('mail.failed_again_title', { count }), body: t('mail.failed_again_body'), agree })))
      return;
    const { results } = await call('POST /api/v1/mail/send', {});
    await refresh();
    await notify({ message: t('mail.failed_again_done', results) });
  };
  return (
    <Button variant="plain" onClick={() => run(send, t('mail.failed_again_failed'))}>
      {t('mail.failed_again', { count })}
    </Button>
  );
}

function useColumns(kinds: MailListProps['kinds'], inGroups: boolean): Column<MailRow>[] {
  const t = useT<MailWords>();
  const format = useFormat();
  const again = useAgain(async () => {
    await refresh();
    await notify({ message: t('mail.again_done') });
  });
  const labels = new Map(kinds.map(({ kind, label }) => [kind, label]));
  return [
    {
      key: 'subject',
      label: t('mail.field_subject'),
      align: 'lead',
      render: ({ mail_idx, subject, to }) => <LeadCell href={mailHref(mail_idx)} title={subject} id={to} />,
    },
    { key: 'kind', label: t('mail.field_kind'), align: 'cut', render: ({ kind }) => labels.get(kind) ?? kind },
    {
      key: 'state',
      label: t('mail.field_state'),
      sortable: true,
      render: (mail) => <MailStateMark mail={mail} inGroup={inGroups} />,
    },
    { key: 'at', label: t('mail.field_at'), sortable: true, align: 'number', render: ({ at }) => format.dateTime(at) },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (mail) =>
        mail.state !== 'waiting' && (
          <Button
            variant="quiet"
            aria-label={`${t('mail.again')}: ${mail.subject}`}
            aria-keyshortcuts="R"
            onClick={() => again(mail)}
          >
            {t('mail.again')}
          </Button>
        ),
    },
  ];
}
