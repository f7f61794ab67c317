import type { Page } from '#kernel/db/paging.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import type { ListLook } from '#kernel/http/list-look.rules.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ExportLinks } from '#ui/table/export-links.tsx';
import { dateFilter, type ListFilter, selectFilter, textFilter } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import { registrationStatuses, registrationWays } from '../registration.rules.ts';
import { type RegistrationFilter, registrationListOffer } from './registration-filter.rules.ts';
import type { RegistrationChoices, RegistrationRow } from './registration-list.read.ts';
import { useRegistrationColumns } from './use-registration-columns.tsx';

interface RegistrationListProps {
  registrations: Page<RegistrationRow>;
  look: ListLook;
  paging: { size: number; limit: number; sizes: readonly number[] };
  query: RegistrationFilter & { sort: string; size?: number | undefined };
  choices: RegistrationChoices;
  views: ShownViews;
}

/** What learners have redeemed: who has which collection, through what, and until when. */
export default function RegistrationList(props: RegistrationListProps) {
  const { registrations, look, paging, query, choices, views } = props;
  const t = useT<RegistrationWords>();
  return (
    <ListScreen
      title={t('registration.heading')}
      acts={
        <>
          <ExportLinks path="/registration/export" query={query} />
          <a className={button.primary} href="/code/redeem">
            {t('registration.redeem_heading')}
          </a>
        </>
      }
      path={registrationListOffer.path}
      query={query}
      filters={{
        search: { name: 'search_val', label: t('registration.search_hint') },
        filters: useRegistrationFilters(query, choices),
      }}
      views={views}
      look={look}
      found={registrations}
      paging={paging}
      columns={useRegistrationColumns()}
      keyOf={(row) => row.reg_idx}
      nameOf={(row) => row.learner_id}
      empty={
        <EmptyState text={t('registration.empty')}>
          <a href="/code/redeem">{t('registration.redeem_heading')}</a>
        </EmptyState>
      }
    />
  );
}

function useRegistrationFilters(filter: RegistrationFilter, choices: RegistrationChoices): ListFilter[] {
  const t = useT<RegistrationWords>();
  const all = t('common.all');
  const { event_idx, learner_id, cidx, kind, status, since, until, cust_idx, book } = filter;
  const event = event_idx === undefined ? [] : [{ value: event_idx, label: choices.event ?? String(event_idx) }];
  return [
    textFilter({ name: 'learner_id', label: t('registration.learner_id'), value: learner_id }),
    selectFilter({
      name: 'cidx',
      label: t('registration.collection'),
      value: cidx,
      all,
      options: choices.collections,
    }),
    selectFilter({
      name: 'kind',
      label: t('registration.by'),
      value: kind,
      all,
      options: registrationWays.map((value) => ({ value, label: t(`registration.by_${value}`) })),
    }),
    selectFilter({
      name: 'status',
      label: t('registration.status'),
      value: status,
      all,
      options: registrationStatuses.map((value) => ({ value, label: t(`registration.status_${value}`) })),
    }),
    dateFilter({ name: 'since', label: t('registration.since'), value: since }),
    dateFilter({ name: 'until', label: t('registration.until'), value: until }),
    selectFilter({
      name: 'cust_idx',
      label: t('registration.customer'),
      value: cust_idx,
      all,
      options: choices.customers,
    }),
    textFilter({ name: 'book', label: t('registration.book'), value: book }),
    // Shown if a link from an event has set it.
    ...(event.length > 0
      ? [selectFilter({ name: 'event_idx', label: t('registration.event'), value: event_idx, all, options: event })]
      : []),
  ];
}
