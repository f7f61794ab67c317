import { type SubmitEvent, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { Question } from '../../client/dialogs.ts';
import { QuestionActs } from './question-acts.tsx';
import { QuestionBody } from './question-body.tsx';

interface ReasonDialogProps {
  question: Question;
  /** The reason given before, if any. */
  given: string;
  onAnswer: (reason: string) => void;
}

/** Asks for a reason, which is required. */
export function ReasonDialog({ question, given, onAnswer }: ReasonDialogProps) {
  const t = useT();
  const [reason, setReason] = useState(given);
  const [missing, setMissing] = useState(false);
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setMissing(true);
    else onAnswer(reason.trim());
  };
  const putInto = async () => {
    setMissing(reason.trim() === '');
    return reason.trim() !== '' && (await question.into?.(reason.trim())) === true;
  };
  return (
    <Dialog title={question.title} onClose={() => onAnswer('')}>
      <form onSubmit={answer} noValidate>
        <QuestionBody question={question} />
        <Input
          label={t('confirm.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' && t('confirm.reason_needed')}
          maxLength={1000}
          autoComplete="off"
          required
          data-autofocus
        />
        <QuestionActs question={{ ...question, into: question.into && putInto }} onBack={() => onAnswer('')} />
      </form>
    </Dialog>
  );
}
