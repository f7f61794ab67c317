import { useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import type { EndAct } from '#features/registration/ends-rules.public.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useForeseen } from '#ui/form/use-foreseen.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { Input } from '#ui/kit/input.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import type { LearnerWords } from '../learner.messages.ts';
import { EndsFigures } from './ends-figures.tsx';
import { type Terms, useEnds } from './use-ends.ts';

interface EndsFormProps {
  learner_id: string;
  ref: string;
  act: EndAct;
  ids: number[];
}

const choices = [7, 30, 90] as const;
type Choice = `${(typeof choices)[number]}` | 'day';

/** Extends, cancels, restores registrations or gives one again; the figures come first. It finishes with what it did. */
export default function EndsForm({ learner_id: learner, ref, act, ids }: EndsFormProps) {
  const t = useT<LearnerWords>();
  const [choice, setChoice] = useState<Choice>('30');
  const [day, setDay] = useState('');
  const [memo, setMemo] = useState('');
  const [key] = useState(randomId);
  const terms: Terms | null =
    act !== 'extend' ? {} : choice !== 'day' ? { days: Number(choice) } : day === '' ? null : { until: day };
  const send = useEnds({ ref, act, ids });
  const { foreseen, problem } = useForeseen(
    terms && { ...terms, dry_run: true as const },
    (wanted, signal) => send(wanted, { signal }),
    'until',
  );
  const sending = useSubmit(async () => {
    const done = await send({ ...terms, memo }, { idempotencyKey: key });
    await finishFragment({ count: done.count, act_idx: done.act_idx });
  });
  return (
    <DialogForm
      of={sending}
      heading={t(`learner.${act}_heading`, { learner, count: ids.length })}
      failed={t('learner.ends_failed')}
      isSaidByField={sending.fieldError('until') !== undefined}
      submit={t(`learner.${act}_do`, { count: foreseen?.count ?? ids.length })}
      isDanger={act === 'cancel'}
      disabled={!foreseen || foreseen.count === 0}
    >
      {act === 'extend' && (
        <Segment
          label={t('learner.extend_by')}
          options={[
            ...choices.map((count) => ({ value: `${count}` as const, label: t('learner.days', { count }) })),
            { value: 'day' as const, label: t('learner.until_day') },
          ]}
          value={choice}
          onChoose={setChoice}
        />
      )}
      {act === 'extend' && choice === 'day' && (
        <DateField
          label={t('learner.last_day')}
          name="until"
          value={day}
          onChange={setDay}
          error={problem ?? sending.fieldError('until')}
          required
        />
      )}
      {foreseen && <EndsFigures of={foreseen} act={act} />}
      <Input
        label={t('learner.memo')}
        name="memo"
        value={memo}
        onChange={({ currentTarget }) => setMemo(currentTarget.value)}
        maxLength={2000}
      />
    </DialogForm>
  );
}
