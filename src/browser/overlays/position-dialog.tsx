import { type SubmitEvent, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { PositionToAsk } from '../../client/dialogs.ts';
import { QuestionActs } from './question-acts.tsx';

interface PositionDialogProps {
  of: PositionToAsk;
  /** Called with a position from 1, or null if the record stays where it is. */
  onAnswer: (position: number | null) => void;
}

/** Asks for the position of a record: typed, or one of the ends. A number beyond the ends means the end. */
export function PositionDialog({ of: { title, position, count }, onAnswer }: PositionDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState(String(position));
  const answer = (wanted: number) => {
    const to = Math.min(Math.max(Math.round(wanted), 1), count);
    onAnswer(Number.isNaN(to) || to === position ? null : to);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    answer(typed.trim() === '' ? Number.NaN : Number(typed));
  };
  return (
    <Dialog title={t('order.move_title', { title })} onClose={() => onAnswer(null)}>
      <form onSubmit={submit}>
        <Input
          label={t('order.move_to', { count })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Inline tight>
          <Button size="small" onClick={() => answer(1)}>
            {t('order.first')}
          </Button>
          <Button size="small" onClick={() => answer(count)}>
            {t('order.last')}
          </Button>
        </Inline>
        <QuestionActs question={{ agree: t('order.move') }} onBack={() => onAnswer(null)} />
      </form>
    </Dialog>
  );
}
