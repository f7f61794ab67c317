import { Dialog } from '#ui/kit/dialog.tsx';
import type { Question } from '../../client/dialogs.ts';
import { QuestionActs } from './question-acts.tsx';
import { QuestionBody } from './question-body.tsx';

/** A plain yes or no. */
export function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (agreed: boolean) => void }) {
  return (
    <Dialog title={question.title} onClose={() => onAnswer(false)}>
      <QuestionBody question={question} />
      <QuestionActs question={question} onBack={() => onAnswer(false)} onAgree={() => onAnswer(true)} isPlain />
    </Dialog>
  );
}
