import { openFragment } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Note } from '#ui/kit/note.tsx';
import { State } from '#ui/kit/state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { MailingRecord } from './mailing.contract.ts';
import type { MailingWords } from './mailing.messages.ts';
import { mailingHome, mailingHref, reportPages } from './mailing.rules.ts';
import { useMailingActs } from './use-mailing-acts.ts';
import { useMailingTexts } from './use-mailing-texts.ts';

interface MailingListProps {
  mailings: MailingRecord[];
  /** Whether mail is sent at all. */
  areSent: boolean;
}

/** The reports and statements that are mailed: to whom, and when the next one follows. */
export default function MailingList({ mailings, areSent }: MailingListProps) {
  const t = useT<MailingWords>();
  const acts = useMailingActs();
  const columns = useColumns(acts, areSent);
  const heading = t('mailing.heading');
  return (
    <>
      <PageHead
        title={heading}
        {...(mailings.length > 0 && { count: mailings.length })}
        action={{ label: t('mailing.create'), onClick: acts.create }}
      />
      {!areSent && <Note tone="warn">{t('mailing.off')}</Note>}
      {mailings.length === 0 ? (
        <EmptyState text={t('mailing.empty')} />
      ) : (
        <DataTable
          caption={heading}
          columns={columns}
          rows={mailings}
          keyOf={(row) => row.mailing_idx}
          path={mailingHome}
          query={{}}
          rowsOpen
        />
      )}
    </>
  );
}

function useColumns(acts: ReturnType<typeof useMailingActs>, areSent: boolean): Column<MailingRecord>[] {
  const t = useT<MailingWords>();
  const format = useFormat();
  const { sourceText, whenText } = useMailingTexts();
  return [
    {
      key: 'name',
      label: t('mailing.field_name'),
      align: 'lead',
      render: ({ mailing_idx, name }) => (
        <a
          href={mailingHref(mailing_idx)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            acts.edit(mailing_idx);
          }}
        >
          {name}
        </a>
      ),
    },
    {
      key: 'source',
      label: t('mailing.field_source'),
      render: ({ source, customer, format: as, filter, view, view_idx: viewIdx }) => {
        const what = customer === null ? sourceText(source) : `${sourceText(source)}: ${customer}`;
        const file = `${what} (${as.toUpperCase()})`;
        if (filter === '' || source === 'statement') return file;
        return (
          <>
            {file} ·{' '}
            <a href={`${reportPages[source]}?${filter}`}>
              {view === null ? t('mailing.is_filtered') : t('mailing.follows', { name: view })}
            </a>
            {viewIdx !== null && view === null && ` · ${t('mailing.view_gone')}`}
          </>
        );
      },
    },
    { key: 'when', label: t('mailing.field_when'), render: whenText },
    { key: 'addresses', label: t('mailing.field_addresses'), align: 'cut', render: ({ addresses }) => addresses },
    {
      key: 'next',
      label: t('mailing.field_next'),
      align: 'number',
      render: ({ active, next_at }) => (active ? format.dateTime(next_at) : <State>{t('mailing.paused')}</State>),
    },
    {
      key: 'sent',
      label: t('mailing.field_sent'),
      align: 'number',
      aside: true,
      render: ({ sent_at }) => (sent_at === 0 ? t('mailing.never') : format.dateTime(sent_at)),
    },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <RowMenu
          label={`${t('common.more')}: ${row.name}`}
          items={[
            ...(areSent ? [{ label: t('mailing.send'), act: () => acts.sendNow(row) }] : []),
            { label: t('common.edit'), act: () => acts.edit(row.mailing_idx) },
            { label: t(row.active ? 'mailing.pause' : 'mailing.resume'), act: () => acts.pause(row) },
            {
              label: t('common.history'),
              act: () => void openFragment(`/audit/of/mailing/${row.mailing_idx}`),
            },
            { label: t('common.delete'), danger: true, act: () => acts.remove(row) },
          ]}
        />
      ),
    },
  ];
}
