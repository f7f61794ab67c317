import { Button, Group } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { Question } from '../../dialogs.ts';
import { Dialog } from './dialog.tsx';
import { QuestionBody } from './question-body.tsx';

/** A plain yes or no. */
export function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (agreed: boolean) => void }) {
  const t = useT();
  return (
    <Dialog title={question.title} centered onClose={() => onAnswer(false)}>
      <QuestionBody question={question} />
      <Group justify="end">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color={question.danger ? 'red' : undefined} onClick={() => onAnswer(true)}>
          {question.agree ?? t('confirm.continue')}
        </Button>
      </Group>
    </Dialog>
  );
}
