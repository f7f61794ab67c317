import { Button, Group, type GroupProps } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { Question } from '../../dialogs.ts';

interface QuestionActsProps extends Pick<GroupProps, 'mt'> {
  question: Pick<Question, 'agree' | 'danger'>;
  onCancel: () => void;
  /** If absent, agreeing submits the enclosing form. */
  onAgree?: () => void;
  /** Whether Cancel gets the initial focus. */
  isCancelFirst?: boolean;
}

/** The two buttons of a question: cancel and confirm. */
export function QuestionActs({ question, onCancel, onAgree, isCancelFirst, mt }: QuestionActsProps) {
  const t = useT();
  return (
    <Group justify="end" mt={mt}>
      <Button variant="default" onClick={onCancel} data-autofocus={isCancelFirst || undefined}>
        {t('common.cancel')}
      </Button>
      <Button type={onAgree ? 'button' : 'submit'} color={question.danger ? 'red' : undefined} onClick={onAgree}>
        {question.agree ?? t('confirm.continue')}
      </Button>
    </Group>
  );
}
