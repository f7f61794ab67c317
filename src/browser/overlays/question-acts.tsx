import { Button, Group, type GroupProps } from '@mantine/core';
import { IntoButton } from '#ui/form/into-button.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import type { Question } from '../../client/dialogs.ts';

interface QuestionActsProps extends Pick<GroupProps, 'mt'> {
  question: Pick<Question, 'agree' | 'danger' | 'into'>;
  onBack: () => void;
  /** If absent, agreeing submits the enclosing form. */
  onAgree?: () => void;
  /** A button gets the initial focus: the one that agrees or, where something is destroyed, the one that dismisses. */
  isPlain?: boolean;
}

/** The buttons of a question. The one that dismisses it has a word that no act has: an act may be to cancel. */
export function QuestionActs({ question, onBack, onAgree, isPlain, mt }: QuestionActsProps) {
  const t = useT();
  const isSecond = useInterface().working !== null && question.into !== undefined;
  const putInto = async (into: Question['into']) => {
    if (await into?.('')) onBack();
  };
  return (
    <Group justify="end" mt={mt}>
      <Button variant="default" onClick={onBack} data-autofocus={(isPlain && question.danger) || undefined}>
        {t('confirm.back')}
      </Button>
      {question.into && <IntoButton onClick={() => void putInto(question.into)} />}
      <Button
        variant={isSecond ? 'default' : 'filled'}
        type={onAgree ? 'button' : 'submit'}
        color={question.danger ? 'red' : undefined}
        onClick={onAgree}
        data-autofocus={(isPlain && !question.danger) || undefined}
        // An Enter that is still held down from before does not agree.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        {question.agree ?? t('confirm.continue')}
      </Button>
    </Group>
  );
}
