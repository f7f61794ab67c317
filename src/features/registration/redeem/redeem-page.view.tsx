import { type SubmitEvent, useEffect, useRef } from 'react';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card, SectionHead } from '#ui/kit/card.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { learnerHref, mostLearner } from '../learner-id.rules.ts';
import { useRegistrationColumns } from '../list/use-registration-columns.tsx';
import type { NearCode } from '../near/near-codes.contract.ts';
import { NearCodes } from '../near/near-codes.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RegistrationRow } from '../registration-rows.read.ts';
import { FoundCode } from './found-code.tsx';
import { nearIn } from './near-of.rules.ts';
import type { Redeemable, Registered } from './redeem.contract.ts';
import { useRedeem } from './use-redeem.ts';

interface RedeemPageProps {
  /** The code in the address. */
  typed: string;
  found: Redeemable | null;
  /** Why that code could not be looked up. */
  problem: string | null;
  /** Codes that may have been meant instead. */
  near: NearCode[];
  /** The newest registrations. */
  latest: RegistrationRow[];
}

/** Redeems a code for a learner; before that, shows what the code is, whose it is, and what the learner gets. */
export default function RedeemPage({ typed, found: initial, problem, near: meant, latest }: RedeemPageProps) {
  const t = useT<RegistrationWords>();
  const input = useRef<HTMLInputElement>(null);
  const redeem = useRedeem({ typed, found: initial }, () => input.current?.focus());
  const { code, found, lookup, redeeming } = redeem;
  const learner = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (found && !found.problem) learner.current?.focus();
  }, [found]);
  const lookUp = (event: SubmitEvent) => {
    event.preventDefault();
    lookup.submit();
  };
  const fault = lookup.fieldError('code');
  const near = fault === undefined ? (code === typed ? meant : []) : nearIn(lookup.error?.details);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('registration.heading'), href: '/registration' }]} />
      <PageHead title={t('registration.redeem_heading')} />
      <Stack gap={0} widest={720}>
        <Card as="form" method="get" action="/code/redeem" onSubmit={lookUp} noValidate>
          <Field
            label={t('registration.code')}
            hint={t('registration.code_hint')}
            error={fault ?? (code === typed ? problem : undefined)}
            required
          >
            {(control) => (
              <Grid columns="minmax(0, 1fr) auto" onPhone="minmax(0, 1fr)" gap={10}>
                <BareInput
                  {...control}
                  ref={input}
                  name="code"
                  value={code}
                  onChange={({ currentTarget }) => redeem.typeCode(currentTarget.value)}
                  maxLength={40}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  // biome-ignore lint/a11y/noAutofocus: the page is there to type a code
                  autoFocus
                />
                <Button type="submit" busy={lookup.pending}>
                  {t('registration.look_up')}
                </Button>
              </Grid>
            )}
          </Field>
        </Card>
        {fault === undefined && <FormProblem of={lookup} title={t('registration.look_up_failed')} />}
        <div aria-live="polite">
          {redeem.done && <RedeemDone registered={redeem.done} />}
          {found && <FoundCode found={found} />}
          {near.length > 0 && (
            <Stack as="section" gap={8} above={16}>
              <SectionHead title={t('registration.near_heading')} />
              <NearCodes of={near} onChoose={redeem.typeCode} />
              <Text tone="soft" size="small">
                {t('registration.near_note')}
              </Text>
            </Stack>
          )}
        </div>
        {found && !found.problem && (
          <Card as="form" gap={12} onSubmit={redeeming.submit} noValidate>
            <FormProblem of={redeeming} title={t('registration.redeem_failed')} />
            <Input
              ref={learner}
              label={t('registration.learner_id')}
              hint={t('registration.learner_hint')}
              name="learner_id"
              value={redeem.learner}
              onChange={({ currentTarget }) => redeem.typeLearner(currentTarget.value)}
              error={redeeming.fieldError('learner_id')}
              maxLength={2 * mostLearner}
              autoComplete="off"
              spellCheck={false}
              required
            />
            <Button variant="primary" type="submit" busy={redeeming.pending}>
              {t('registration.redeem')}
            </Button>
          </Card>
        )}
      </Stack>
      <Latest rows={latest} />
    </>
  );
}

/** What learners got last, so that one sees whether a code has arrived. */
function Latest({ rows }: { rows: readonly RegistrationRow[] }) {
  const t = useT<RegistrationWords>();
  const columns = useRegistrationColumns().map((column) => ({ ...column, sortable: false }));
  if (rows.length === 0) return null;
  return (
    <Stack as="section" gap={0} above={22}>
      <SectionHead title={t('registration.latest')}>
        <a href="/registration">{t('registration.all')}</a>
      </SectionHead>
      <DataTable
        caption={t('registration.latest')}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.reg_idx}
        nameOf={(row) => row.learner_id}
        path="/code/redeem"
        query={{}}
      />
    </Stack>
  );
}

/** What was redeemed, and for whom. */
function RedeemDone({ registered }: { registered: Registered }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const { learner_id: learner, collection, expires_at: end, repeated } = registered;
  const has =
    end === 0
      ? t('registration.gets_permanent', { collection })
      : t('registration.gets_until', { collection, time: format.end(end) });
  return (
    <Note tone="done">
      {t(repeated ? 'registration.repeated' : 'registration.done', { learner })} {has}.{' '}
      <a href={learnerHref(registered.ref)}>{t('registration.all_of')}</a>
    </Note>
  );
}
