import { useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { SettingsApi } from '#features/settings/settings.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, Facts, Frame, SectionHead } from '#ui/kit/card.tsx';
import { Switch } from '#ui/kit/choice.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts, Inline, Stack } from '#ui/kit/layout.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import styles from './approval.module.css';
import type { ApprovalItem } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { ApprovalAside } from './approval-aside.tsx';
import type { SecondPersonData } from './second-person.read.ts';
import { isLaxer, type SettableRule, settableRules, usualLimits } from './second-person.rules.ts';

const call = client<SettingsApi>();

/** Which acts need another person, what waits for one, and what came of it. */
export default function SecondPerson({
  value: stored,
  version,
  acts,
  counts,
  wait,
  waiting,
  admins,
}: SecondPersonData) {
  const t = useT<ApprovalWords>();
  const [value, setValue] = useState(stored);
  const isChanged = JSON.stringify(value) !== JSON.stringify(stored);
  const form = useUnsaved<HTMLFormElement>(isChanged);
  const submission = useSubmit(async () => {
    const params = { key: 'second_person' };
    const { results } = await call('PUT /api/v1/setting/:key', { params, body: { value, version } });
    reloadWith(t('approval.saved'), results.act_idx);
  });
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('approval.settings'), href: '/settings' }]} />
      <PageHead title={t('approval.second_person')} />
      <Text tone="soft" below={12}>
        {t('approval.second_person_help')}
      </Text>
      <Split>
        <div>
          <form ref={form} onSubmit={submission.submit} noValidate>
            <FormProblem of={submission} title={t('approval.not_saved')} />
            <Frame as="ul">
              {settableRules.map((rule) => (
                <Rule
                  key={rule}
                  rule={rule}
                  value={value[rule]}
                  acts={acts[rule] ?? 0}
                  error={submission.fieldError(`value.${rule}`)}
                  onChange={(next) => setValue({ ...value, [rule]: next })}
                />
              ))}
            </Frame>
            <Acts>
              {isLaxer(stored, value) && <Text tone="soft">{t('approval.laxer_waits')}</Text>}
              <Button disabled={!isChanged} onClick={() => setValue(stored)}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" variant="primary" busy={submission.pending} disabled={!isChanged}>
                {t('common.save')}
              </Button>
            </Acts>
          </form>
          <Stack gap={0} above={24}>
            <SectionHead title={t('approval.waiting_now')} note={waiting.length} />
            <Waiting rows={waiting} />
          </Stack>
        </div>
        <div>
          <Outcomes counts={counts} wait={wait} />
          <ApprovalAside others={admins - 1} />
        </div>
      </Split>
    </>
  );
}

interface RuleProps {
  rule: SettableRule;
  value: boolean | number | null;
  /** How many acts of the last 30 days fall under it. */
  acts: number;
  error: string | undefined;
  onChange: (value: boolean | number | null) => void;
}

function Rule({ rule, value, acts, error, onChange }: RuleProps) {
  const t = useT<ApprovalWords>();
  const limited = rule === 'codes_above' || rule === 'records_above' ? rule : undefined;
  const isOn = value !== null && value !== false;
  return (
    <Inline as="li" between pad="12px 16px">
      <Stack gap={2}>
        <Text as="strong">{t(`approval.rule_${rule}`)}</Text>
        <Text tone="soft" size="small">
          {t(`approval.hint_${rule}`)}
        </Text>
      </Stack>
      <Inline>
        {limited && isOn && (
          <Input
            type="number"
            className={styles.limit}
            min={1}
            label={t(`approval.limit_${limited}`)}
            value={Number.isNaN(value) ? '' : String(value)}
            error={error}
            onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          />
        )}
        <Text as="span" tone="soft" size="small">
          {t('approval.acts', { count: acts })}
        </Text>
        <Switch
          aria-label={t(`approval.rule_${rule}`)}
          checked={isOn}
          onChange={(event) => {
            const next = event.currentTarget.checked;
            onChange(limited ? (next ? usualLimits[limited] : null) : next);
          }}
        />
      </Inline>
    </Inline>
  );
}

function Waiting({ rows }: { rows: readonly ApprovalItem[] }) {
  const t = useT<ApprovalWords>();
  const format = useFormat();
  if (rows.length === 0) return <EmptyState text={t('approval.none_waiting')} />;
  return (
    <Frame as="ul">
      {rows.map(({ appr_idx, kind, title, created_at, created_by, href }) => (
        <Inline as="li" between pad="12px 16px" key={appr_idx}>
          <Stack gap={2}>
            <Text as="strong" breaks>
              {t('approval.heading', { rule: t(`approval.rule_${kind}`), title })}
            </Text>
            <Text tone="soft" size="small">
              {t('approval.planned_by', { time: format.dateTime(created_at), name: created_by })}
            </Text>
          </Stack>
          <ButtonLink href={href} size="small">
            {t('approval.open')}
          </ButtonLink>
        </Inline>
      ))}
    </Frame>
  );
}

function Outcomes({ counts, wait }: Pick<SecondPersonData, 'counts' | 'wait'>) {
  const t = useT<ApprovalWords>();
  const format = useFormat();
  const shown = ['applied', 'returned', 'waiting', 'overridden'] as const;
  return (
    <Card>
      <h2>{t('approval.last_days')}</h2>
      <Facts>
        {shown.map((status) => (
          <div key={status}>
            <dt>{t(`approval.count_${status}`)}</dt>
            <dd>{format.number(counts[status] ?? 0)}</dd>
          </div>
        ))}
        {wait !== null && (
          <div>
            <dt>{t('approval.usual_wait')}</dt>
            <dd>{t('approval.minutes', { count: Math.ceil(wait / 60) })}</dd>
          </div>
        )}
      </Facts>
    </Card>
  );
}
