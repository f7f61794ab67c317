import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useForeseen } from '#ui/form/use-foreseen.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { LearnerWords } from './learner.messages.ts';
import type { moveApi } from './move.contract.ts';
import { MoveFigures } from './move-figures.tsx';

const call = client<typeof moveApi>();

interface MoveFormProps {
  learner_id: string;
  ref: string;
  /** The registrations that move; null for all, which merges the two IDs. */
  ids: number[] | null;
}

interface Wanted {
  to: string;
  memo?: string;
  dry_run?: true;
}

/** Moves registrations to another ID, or merges one ID into another; the figures come first. It finishes with what it did. */
export default function MoveForm({ learner_id: from, ref, ids }: MoveFormProps) {
  const t = useT<LearnerWords>();
  const [to, setTo] = useState('');
  const [memo, setMemo] = useState('');
  const [key] = useState(randomId);
  const kind = ids ? 'move' : 'merge';
  const send = async (wanted: Wanted, options: { signal?: AbortSignal; idempotencyKey?: string }) => {
    const { to: other, ...shared } = wanted;
    const params = { ref };
    if (ids) {
      const body = { registrations: ids, to: other, ...shared };
      const { results } = await call('POST /api/v1/learner/:ref/move', { params, body, ...options });
      return { ...results, count: results.moved };
    }
    const { results } = await call('POST /api/v1/learner/:ref/merge', {
      params,
      body: { into: other, ...shared },
      ...options,
    });
    return { ...results, count: results.merged };
  };
  const { foreseen, problem } = useForeseen(
    to.trim() === '' ? null : { to: to.trim(), dry_run: true as const },
    (wanted, signal) => send(wanted, { signal }),
    ids ? 'to' : 'into',
  );
  const moving = useSubmit(async () => {
    const done = await send({ to, memo }, { idempotencyKey: key });
    await finishFragment({ count: done.count, act_idx: done.act_idx, to: done.to.learner_id });
  });
  return (
    <DialogForm
      of={moving}
      heading={t(`learner.${kind}_heading`, { from })}
      failed={t('learner.move_failed')}
      isSaidByField={moving.fieldError(ids ? 'to' : 'into') !== undefined}
      submit={foreseen ? t(`learner.${kind}_into`, { to: foreseen.to.learner_id }) : t(`learner.${kind}_act`)}
      disabled={!foreseen || foreseen.count === 0}
    >
      <Input
        label={t(ids ? 'learner.field_other' : 'learner.field_stays')}
        name="to"
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
        error={problem ?? moving.fieldError(ids ? 'to' : 'into')}
        maxLength={260}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {foreseen && <MoveFigures of={foreseen} />}
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
