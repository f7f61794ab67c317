import { leaveWith, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { TermWords } from '../term.messages.ts';
import { formLocales, newTermHref, proposalsHref, termHome } from '../term.rules.ts';
import type { Proposal } from './proposals.rules.ts';

interface ProposalsProps {
  proposals: Proposal[];
}

/** Terms that the texts there are seem to have, each to be added as it is or otherwise. */
export default function Proposals({ proposals }: ProposalsProps) {
  const t = useT<TermWords>();
  const run = useAct();
  const add = ({ term, kept, forms }: Proposal) =>
    run(async () => {
      const found = kept ? [] : Object.entries(forms).map(([locale, one]) => [locale, one?.form ?? '']);
      const href = newTermHref({ term, ...(kept && { keep: 'true' }), ...Object.fromEntries(found) });
      const made = madeIn(await openFragment(href));
      if (made) leaveWith(t('term.created'), proposalsHref, made.undo);
    });
  const columns: Column<Proposal>[] = [
    { key: 'term', label: t('term.field_term'), align: 'lead', render: ({ term }) => <span lang="en">{term}</span> },
    {
      key: 'count',
      label: t('term.texts'),
      align: 'number',
      render: ({ count }) => count,
    },
    ...formLocales.map(
      (locale): Column<Proposal> => ({
        key: locale,
        label: localeNames[locale],
        render: ({ forms: { [locale]: found } }) =>
          found && (
            <>
              <span lang={languageTag(locale)}>{found.form}</span>{' '}
              <Text as="small" tone="soft">
                {t('term.said_in', { said: found.said, of: found.of })}
                {found.except !== null && ` · ${t('term.said_not', { text: found.except })}`}
              </Text>
            </>
          ),
      }),
    ),
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <Button size="small" aria-label={`${t('CMN-05')}: ${row.term}`} onClick={() => add(row)}>
          {t('CMN-05')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('term.heading'), href: termHome }]} />
      <PageHead title={t('term.proposals')} {...(proposals.length > 0 && { count: proposals.length })} />
      <Text tone="soft" below={12}>
        {t('term.proposals_hint')}
      </Text>
      {proposals.length === 0 ? (
        <EmptyState text={t('term.proposals_none')} />
      ) : (
        <DataTable
          caption={t('term.proposals')}
          columns={columns}
          rows={proposals}
          keyOf={({ term }) => term}
          path={proposalsHref}
          query={{}}
        />
      )}
    </>
  );
}
