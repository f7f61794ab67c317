import { useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { ChangeValue } from './change-value.tsx';
import type { ChangedField } from './code-change.rules.ts';
import { leftReasons } from './code-change.rules.ts';
import type { ChangeFigures as Figures } from './use-code-change.ts';
import { changeCodes, chosenOf, useChangeFigures } from './use-code-change.ts';

/** The dialog that changes the selected codes, with the figures first. It finishes with what it did. */
export default function CodeChangeForm({ field, filter }: { field: ChangedField; filter: CodeFilter }) {
  const t = useT<CodeWords>();
  const chosen = chosenOf(useListSelection('/code', filter, 0).over(filter));
  const [value, setValue] = useState<string | null>(field === 'is_canceled' ? '1' : null);
  const [memo, setMemo] = useState('');
  const isEmpty = 'codes' in chosen && chosen.codes.length === 0;
  const figures = useChangeFigures(field, chosen, isEmpty ? null : value);
  const work = useBulkWork();
  const submission = useSubmit(async () => {
    if (value !== null) await finishFragment(await work.run(() => changeCodes(field, { chosen, value, memo })));
  });
  const act = field !== 'is_canceled' ? 'change' : value === '1' ? 'cancel' : 'restore';
  const named = t(`code.${act}_act`, { count: figures.foreseen?.changed ?? 0 });
  return (
    <Stack onSubmit={submission.submit} as="form">
      <h2>{field === 'is_canceled' ? named : t(`code.change_${field}`)}</h2>
      <FormProblem of={submission} title={t('code.change_failed')} />
      <ChangeValue field={field} value={value} onChange={setValue} />
      <Textarea
        label={t('code.change_memo')}
        name="memo"
        maxLength={2000}
        value={memo}
        onChange={(event) => setMemo(event.currentTarget.value)}
      />
      {isEmpty ? <p>{t('code.change_nothing')}</p> : <ChangeFigures of={figures} />}
      {work.running && <WorkProgress of={work} />}
      <Acts>
        <Button
          variant="primary"
          danger={act === 'cancel'}
          type="submit"
          busy={submission.pending}
          disabled={!figures.foreseen || figures.foreseen.changed === 0}
        >
          {named}
        </Button>
      </Acts>
    </Stack>
  );
}

/** The effect of a change: how many codes change and how many stay, with reasons and examples. */
function ChangeFigures({ of: { foreseen, problem } }: { of: Figures }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const examples = (codes: readonly string[]) =>
    codes.length > 0 && <small>{t('code.change_examples', { codes: codes.map(showCode).join(', ') })}</small>;
  return (
    <Stack gap={4} role="status">
      {problem !== null && <Text tone="problem">{problem}</Text>}
      {foreseen && (
        <>
          <p>
            <b>
              {foreseen.changed === 0 ? t('code.change_none') : t('code.change_changed', { count: foreseen.changed })}
            </b>{' '}
            {examples(foreseen.first.changed)}
          </p>
          {foreseen.count > foreseen.changed && (
            <p>{t('code.change_left', { count: foreseen.count - foreseen.changed })}</p>
          )}
          <ul>
            {leftReasons.map((reason) => {
              const count = foreseen.left[reason];
              if (count === undefined) return null;
              const codes = foreseen.first.left.filter((one) => one.reason === reason).map(({ code }) => code);
              const values = { reason: t(`code.left_${reason}`), count: format.number(count) };
              return (
                <li key={reason}>
                  {t('code.change_reason', values)} {examples(codes)}
                </li>
              );
            })}
          </ul>
          {foreseen.delivered?.map(({ to, day, codes }) => (
            <p key={`${day} ${to}`}>{t('code.delivered_before', { to, day: format.calendarDay(day), codes })}</p>
          ))}
        </>
      )}
    </Stack>
  );
}
