import { Button, Group, type GroupProps } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { Question } from '../../client/dialogs.ts';

interface QuestionActsProps extends Pick<GroupProps, 'mt'> {
  question: Pick<Question, 'agree' | 'danger'>;
  onBack: () => void;
  /** If absent, agreeing submits the enclosing form. */
  onAgree?: () => void;
  /** Whether the button that dismisses gets the initial focus. */
  isBackFirst?: boolean;
}

/** The two buttons of a question. The one that dismisses it has a word that no act has: an act may be to cancel. */
export function QuestionActs({ question, onBack, onAgree, isBackFirst, mt }: QuestionActsProps) {
  const t = useT();
  return (
    <Group justify="end" mt={mt}>
      <Button variant="default" onClick={onBack} data-autofocus={isBackFirst || undefined}>
        {t('confirm.back')}
      </Button>
      <Button type={onAgree ? 'button' : 'submit'} color={question.danger ? 'red' : undefined} onClick={onAgree}>
        {question.agree ?? t('confirm.continue')}
      </Button>
    </Group>
  );
}
