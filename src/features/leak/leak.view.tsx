import { useState } from 'react';
import { client } from '#client/api.ts';
import { leaveWith } from '#client/dialogs.ts';
import { pagePath } from '#client/office-path.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { localTime, timeAt } from '#kernel/text/zoned-time.rules.ts';
import { ClockField } from '#ui/date/clock-field.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useForeseen } from '#ui/form/use-foreseen.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { Leaked, leakApi } from './leak.contract.ts';
import { leakPageHref } from './leak.rules.ts';
import { LeakFigures } from './leak-figures.tsx';
import { type Leaking, useLeakName } from './use-leak-name.ts';

const call = client<typeof leakApi>();

interface LeakFormProps {
  of: Leaking;
  /** What it would do, as the dialog opened. */
  initial: Leaked;
}

/** Freezes and replaces the codes of a file that leaked; the figures come first. It goes on to the new file. */
export default function LeakForm({ of, initial }: LeakFormProps) {
  const t = useT<CodeWords>();
  const { timeZone } = useInterface();
  const work = useBulkWork();
  const first = initial.since > 0 ? localTime(timeZone, initial.since) : '';
  const [since, setSince] = useState({ local: first, isSecond: false });
  const [memo, setMemo] = useState('');
  const [key] = useState(randomId);
  const { cg_idx, delivery, lot } = of;
  const params = { cg_idx };
  const scope = { ...(delivery && { delivery: delivery.del_idx }), ...(lot !== null && { lot }) };
  // What was not touched keeps its seconds, which the field does not show.
  const at = since.local === first ? initial.since : (timeAt(timeZone, since.local, since.isSecond) ?? 0);
  const effect = useForeseen(
    { since: at },
    async (wanted, signal) =>
      (
        await call('POST /api/v1/code/batch/:cg_idx/leak', {
          params,
          body: { ...scope, ...wanted, dry_run: true },
          signal,
        })
      ).results,
    'since',
  );
  const would = effect.foreseen ?? initial;
  const isKnown = effect.foreseen !== null || at === initial.since;
  const leaking = useSubmit(async () => {
    const body = { ...scope, since: at, memo: memo.trim(), expects: { lots: would.lots } };
    const { changed, act_idx: act } = await work.run(async () => {
      const { results } = await call('POST /api/v1/code/batch/:cg_idx/leak', { params, body, idempotencyKey: key });
      return { changed: results.frozen, act_idx: results.act_idx, work_idx: results.work_idx ?? undefined };
    });
    const href = typeof act === 'number' ? leakPageHref(act) : pagePath();
    leaveWith(typeof act === 'number' ? t('code.leak_done', { count: changed }) : t('code.leak_none'), href, act);
  });
  return (
    <DialogForm
      of={leaking}
      heading={t('code.leak_act')}
      failed={t('code.leak_failed')}
      isSaidByField={leaking.fieldError('since') !== undefined}
      submit={would.frozen > 0 ? t('code.leak_submit', { count: would.frozen }) : null}
      before={<WorkProgress of={work} />}
      disabled={!isKnown}
      isDanger
    >
      <Text tone="soft" breaks>
        {useLeakName()(of)}
      </Text>
      <LeakFigures of={would} name={of.customer}>
        <ClockField
          name="since"
          label={t('code.leak_since')}
          hint={t('code.leak_since_hint')}
          error={effect.problem ?? leaking.fieldError('since')}
          zone={timeZone}
          value={since}
          onChange={setSince}
        />
      </LeakFigures>
      {would.frozen > 0 && (
        <>
          <Input
            label={t('code.field_memo')}
            name="memo"
            value={memo}
            onChange={({ currentTarget }) => setMemo(currentTarget.value)}
            maxLength={2000}
          />
          <Text tone="soft" size="small">
            {t('code.leak_undo_hint')}
          </Text>
        </>
      )}
    </DialogForm>
  );
}
