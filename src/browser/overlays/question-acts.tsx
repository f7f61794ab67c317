import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import type { Question } from '../../client/dialogs.ts';

interface QuestionActsProps {
  question: Pick<Question, 'agree' | 'dismiss' | 'danger' | 'into'>;
  onBack: () => void;
  /** If absent, agreeing submits the enclosing form. */
  onAgree?: () => void;
  /** A button gets the initial focus: the one that agrees or, where something is destroyed, the one that dismisses. */
  isPlain?: boolean;
}

/** The buttons of a question, the main one last: the one that puts it into the release that the reader works on, else the one that agrees. */
export function QuestionActs({ question, onBack, onAgree, isPlain }: QuestionActsProps) {
  const t = useT();
  const putInto = async (into: Question['into']) => {
    if (await into?.('')) onBack();
  };
  const into = question.into && <IntoButton onClick={() => void putInto(question.into)} />;
  return (
    <Acts>
      <Button onClick={onBack} data-autofocus={(isPlain && question.danger) || undefined}>
        {question.dismiss ?? t('common.cancel')}
      </Button>
      <NowOrInto into={into}>
        {(variant) => (
          <Button
            variant={variant}
            danger={question.danger}
            type={onAgree ? 'button' : 'submit'}
            onClick={onAgree}
            data-autofocus={(isPlain && !question.danger) || undefined}
            // An Enter that is still held down from before does not agree.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {question.agree ?? t('confirm.continue')}
          </Button>
        )}
      </NowOrInto>
    </Acts>
  );
}
