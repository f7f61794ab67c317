import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pagePath } from '#client/office-path.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { handoverApi, KindOfBelongings } from './handover.contract.ts';
import type { HandoverWords } from './handover.messages.ts';
import { type Choice, chosenOf, partsOf } from './handover.rules.ts';
import { HandoverAside } from './handover-aside.tsx';
import { HandoverTable } from './handover-table.tsx';

const call = client<typeof handoverApi>();

interface HandoverProps {
  staffIdx: number;
  name: string;
  state: 'admin' | 'other' | 'disabled';
  kinds: KindOfBelongings[];
  /** Those who can take something over. */
  people: { staff_idx: number; name: string }[];
}

/** What a person who is gone leaves, and who goes on with it. */
export default function Handover({ staffIdx, name, state, kinds, people }: HandoverProps) {
  const t = useT<HandoverWords>();
  const run = useAct();
  const [to, setTo] = useState('');
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const choose = (kind: string, choice: Partial<Choice>) =>
    setChoices((now) => new Map(now).set(kind, { ...now.get(kind), ...choice }));
  const count = kinds.reduce((sum, one) => sum + one.count, 0);
  const chosen = chosenOf(kinds, choices, to);
  const options = people.map((one) => ({ value: String(one.staff_idx), label: one.name }));
  const isReady = state === 'disabled' && chosen.given + chosen.ended > 0;
  const submit = () =>
    run(async () => {
      const question = { title: t('handover.ask_title', { count: chosen.ended }), body: t('handover.ask_body') };
      const agree = t('handover.submit', chosen);
      if (chosen.ended > 0 && !(await confirm({ ...question, agree }))) return;
      const what = partsOf(kinds, choices, to);
      // Each part names its person; the call wants one for parts that name none.
      const first = to || what.find((part) => part.to !== undefined)?.to || people[0]?.staff_idx;
      const { results } = await call('POST /api/v1/staff/:staff_idx/handover', {
        params: { staff_idx: staffIdx },
        body: { to: Number(first), what },
      });
      setChoices(new Map());
      const refresh = () => navigateInPage(pagePath());
      await refresh();
      await notify({ message: t('handover.done'), undo: results.act_idx, undone: refresh });
    }, t('handover.failed'));
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('handover.staff'), href: '/staff' }]} />
      <PageHead title={t('handover.heading', { name })}>
        <Button variant="primary" disabled={!isReady} onClick={submit}>
          {isReady ? t('handover.submit', chosen) : t('handover.hand_over')}
        </Button>
      </PageHead>
      {state !== 'disabled' && <Note tone="warn">{t('handover.active')}</Note>}
      {people.length === 0 && <Note tone="warn">{t('handover.nobody')}</Note>}
      {kinds.length === 0 ? (
        <EmptyState text={t('handover.none', { name })} />
      ) : (
        <>
          <Text tone="soft" below={12}>
            {t('handover.left', { name, count })}
          </Text>
          <Inline below={12}>
            <Select
              label={t('handover.everything_to')}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
              options={[{ value: '', label: t('handover.choose') }, ...options]}
            />
          </Inline>
          <Split>
            <Stack below={14}>
              <HandoverTable {...{ name, kinds, options, choices, to }} onChoose={choose} />
            </Stack>
            <HandoverAside name={name} />
          </Split>
        </>
      )}
    </>
  );
}
