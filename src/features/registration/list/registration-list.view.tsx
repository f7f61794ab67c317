import type { ListProps } from '#kernel/mount/list.ts';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { dayField, periodField, searchBox, selectField, textField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import { registrationStatuses, registrationWays } from '../registration.rules.ts';
import type { RegistrationRow } from '../registration-rows.read.ts';
import type { RegistrationFilter } from './registration-filter.contract.ts';
import { learnerFields, registrationListOffer } from './registration-filter.rules.ts';
import type { RegistrationChoices } from './registration-list.read.ts';
import { useRegistrationColumns } from './use-registration-columns.tsx';

type RegistrationListProps = ListProps<RegistrationRow, RegistrationFilter> & { choices: RegistrationChoices };

/** What learners have redeemed: who has which collection, through what, and until when. */
export default function RegistrationList({ choices, ...list }: RegistrationListProps) {
  const { query } = list;
  const t = useT<RegistrationWords>();
  return (
    <ListScreen
      title={t('registration.heading')}
      acts={
        <>
          <ExportMenu path="/registration/export" query={query} />
          <ButtonLink variant="primary" href="/code/redeem">
            {t('registration.redeem_heading')}
          </ButtonLink>
        </>
      }
      {...list}
      path={registrationListOffer.path}
      filters={{ ...useRegistrationFilters({ ...query, ...list.typed }, choices), sealed: learnerFields }}
      columns={useRegistrationColumns()}
      keyOf={(row) => row.reg_idx}
      nameOf={(row) => row.learner_id}
      empty={
        <EmptyState
          text={t('registration.empty')}
          link={{ label: t('registration.redeem_heading'), href: '/code/redeem' }}
        />
      }
    />
  );
}

function useRegistrationFilters(filter: RegistrationFilter, choices: RegistrationChoices): ListFilters {
  const t = useT<RegistrationWords>();
  const { event_idx } = filter;
  return useFilters(filter, {
    search_val: searchBox(t('registration.search_hint')),
    learner_id: textField(t('registration.learner_id')),
    cidx: selectField(t('registration.collection'), choices.collections),
    kind: selectField(
      t('registration.by'),
      registrationWays.map((value) => ({ value, label: t(`registration.by_${value}`) })),
    ),
    status: selectField(
      t('registration.status'),
      registrationStatuses.map((value) => ({ value, label: t(`registration.status_${value}`) })),
    ),
    since: periodField(t('registration.since')),
    until: dayField(t('registration.until')),
    cust_idx: selectField(t('registration.customer'), choices.customers),
    book: textField(t('registration.book')),
    // Shown if a link from an event has set it.
    event_idx:
      event_idx === undefined
        ? null
        : selectField(t('registration.event'), [{ value: event_idx, label: choices.event ?? String(event_idx) }]),
  });
}
