import { type SubmitEvent, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Input } from '#ui/kit/input.tsx';
import { notify, type Question } from '../../client/dialogs.ts';
import { QuestionActs } from './question-acts.tsx';
import { QuestionBody } from './question-body.tsx';

/** What staff type to confirm: one phrase in every language, compared exactly. */
export const phrase = 'I understand';

/** The typed confirmation: anything but the exact phrase cancels, with a message. */
export function PhraseDialog({ question, onAnswer }: { question: Question; onAnswer: (agreed: boolean) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    const agreed = typed === phrase;
    if (!agreed) void notify({ message: t('confirm.phrase_wrong', { phrase }), tone: 'problem' });
    onAnswer(agreed);
  };
  return (
    <Dialog title={question.title} onClose={() => onAnswer(false)}>
      <form onSubmit={answer}>
        <QuestionBody question={question} />
        <Input
          label={t('confirm.phrase_label', { phrase: `“${phrase}”` })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <QuestionActs question={question} onBack={() => onAnswer(false)} />
      </form>
    </Dialog>
  );
}
