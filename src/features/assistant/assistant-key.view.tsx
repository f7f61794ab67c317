import { Fragment } from 'react';
import { client } from '#client/api.ts';
import { confirm, leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import type { ApikeyWords, apikeyApi } from '#features/apikey/apikey-words.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card, Pairs, SectionHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Split } from '#ui/kit/split.tsx';
import { State } from '#ui/kit/state.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { Proposal } from './assistant.contract.ts';
import type { AssistantWords } from './assistant.messages.ts';
import type { AssistantPage } from './assistant-key.read.ts';

const call = client<typeof apikeyApi>();
const home = '/settings/keys';

type Words = AssistantWords & ApikeyWords;

/** An assistant: whose it is, what it proposed, what it may do and how near it is to its limits. */
export default function AssistantKey({ row, isOwn, rights, proposals, open, uses, most }: AssistantPage) {
  const t = useT<Words>();
  const format = useFormat();
  const run = useAct();
  const limits = [
    [t('assistant.open'), t('assistant.of_most', { count: open, most: most.open })],
    [t('assistant.most_changes'), format.number(most.changes)],
    [t('assistant.a_minute'), format.number(most.perMinute)],
    [t('assistant.peak'), format.number(uses.peak)],
    [t('assistant.last_day'), format.number(uses.calls)],
  ] as const;
  const { name, key_idx, created_at, created_by, expires_at, last_used_at, prefix } = row;
  const revoke = async () => {
    const question = { title: t('apikey.revoke_title', { name }), body: t('apikey.revoke_body') };
    if (!(await confirm({ ...question, agree: t('apikey.revoke'), danger: true }))) return;
    await call('DELETE /api/v1/api_key/:key_idx', { params: { key_idx } });
    leaveWith(t('apikey.revoked', { name }), home);
  };
  const replace = async () => {
    if (await openFragment(`${home}/replace/${key_idx}`)) reloadWith(t('assistant.replaced', { name }));
  };
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('apikey.heading'), href: home }]} />
      <PageHead title={name}>
        <Button onClick={() => void openFragment(`${home}/${key_idx}/use`)}>{t('apikey.use')}</Button>
        <Button danger onClick={() => run(revoke, t('apikey.revoke_failed', { name }))}>
          {t('apikey.revoke')}
        </Button>
      </PageHead>
      <Text tone="soft" below={12}>
        {t('assistant.of', { name: created_by ?? '', time: format.dateTime(created_at) })}
      </Text>
      <Split side={360}>
        <div>
          <SectionHead title={t('assistant.proposals')} note={t('assistant.in_days', { count: proposals.length })} />
          {proposals.length === 0 ? <EmptyState text={t('assistant.none')} /> : <Proposals of={proposals} />}
        </div>
        <div>
          <Card>
            <h2>{t('assistant.may')}</h2>
            <Pairs>
              {rights.map(({ right, has }) => (
                <Pair key={right} label={t(`apikey.may_${right}`)}>
                  {t(has ? 'common.yes' : 'common.no')}
                </Pair>
              ))}
            </Pairs>
            <Text tone="soft" size="small">
              {t('apikey.may_propose_hint')}
            </Text>
          </Card>
          <Card>
            <h2>{t('assistant.limits')}</h2>
            <Grid as="dl" columns="minmax(0, 1fr) max-content" gap="5px 12px">
              {limits.map(([label, value]) => (
                <Fragment key={label}>
                  <Text as="dt" tone="soft">
                    {label}
                  </Text>
                  <Text as="dd" number>
                    {value}
                  </Text>
                </Fragment>
              ))}
            </Grid>
          </Card>
          <Card gap={10}>
            <h2>{t('assistant.key')}</h2>
            <Pairs>
              <Pair label={t('apikey.prefix')}>
                <code>{prefix}…</code>
              </Pair>
              <Pair label={t('apikey.used')}>
                {last_used_at === 0 ? t('apikey.unused') : format.dateTime(last_used_at)}
              </Pair>
              <Pair label={t('apikey.expires')}>
                {expires_at === 0 ? t('apikey.never') : format.dateTime(expires_at)}
              </Pair>
            </Pairs>
            {isOwn && <Button onClick={() => run(replace)}>{t('apikey.replace')}…</Button>}
          </Card>
        </div>
      </Split>
    </>
  );
}

const Pair = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Proposals({ of: proposals }: { of: readonly Proposal[] }) {
  const t = useT<Words>();
  const format = useFormat();
  const [title, count, time, state] = [
    t('assistant.proposal'),
    t('assistant.changes'),
    t('assistant.proposed'),
    t('assistant.state'),
  ];
  return (
    <TableFrame label={t('assistant.proposals')}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{title}</ColumnHead>
            <ColumnHead kind="number">{count}</ColumnHead>
            <ColumnHead>{time}</ColumnHead>
            <ColumnHead>{state}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {proposals.map((proposal) => (
            <tr key={proposal.prop_idx}>
              <RowHead>
                <a href={proposal.href}>{proposal.title}</a>
              </RowHead>
              <Cell kind="number" label={count}>
                {format.number(proposal.count)}
              </Cell>
              <Cell kind="nowrap" label={time}>
                {format.dateTime(proposal.created_at)}
              </Cell>
              <Cell label={state}>
                <Outcome of={proposal} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** What became of a proposal; sent back, with the sentence. */
function Outcome({ of: { status, decided_by: by, message } }: { of: Proposal }) {
  const t = useT<Words>();
  const name = by ?? '';
  const texts = {
    waiting: t('assistant.state_waiting'),
    approved: t('assistant.state_approved', { name }),
    applied: t('assistant.state_applied', { name }),
    overridden: t('assistant.state_overridden', { name }),
    returned: t('assistant.state_returned', { name }),
    withdrawn: t('assistant.state_withdrawn'),
  };
  const tone = status === 'waiting' ? 'warn' : status === 'applied' ? 'live' : undefined;
  return (
    <State tone={tone} breaks>
      {texts[status]}
      {message !== null && ` “${message}”`}
    </State>
  );
}
