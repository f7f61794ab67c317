import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/note.tsx';
import { CreateAgain } from './create-again.tsx';
import type { Submission } from './use-submit.ts';

interface FormProblemProps {
  of: Submission;
  /** Says what failed, above the reason. */
  title?: string;
}

/** The error of a form, shown above it, with a way on where there is one. */
export function FormProblem({ of: submission, title }: FormProblemProps) {
  const { error, message } = submission;
  if (!error) return null;
  const fields = Object.entries(error.fields).filter(([, text]) => text !== message);
  return (
    <Note tone="problem" title={title === message ? undefined : title}>
      <p>{message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([field, text]) => (
            <li key={field}>
              {field}: {text}
            </li>
          ))}
        </ul>
      )}
      <CreateAgain of={submission} />
      <RetryButton of={submission} />
    </Note>
  );
}

/** Sends the form again; only where that can help. */
export function RetryButton({ of: { error, retry } }: { of: Submission }) {
  const t = useT();
  if (!error || !(error.status === 0 || error.status >= 500 || error.status === 429)) return null;
  return (
    <Button size="small" onClick={retry}>
      {t('common.retry')}
    </Button>
  );
}
