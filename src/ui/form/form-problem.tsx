import { Alert, Button } from '@mantine/core';
import { useT } from '../interface.tsx';
import type { Submission } from './use-submit.ts';

interface FormProblemProps {
  of: Submission;
  /** Says what failed, above the reason. */
  title?: string;
}

/** The error of a form, shown above it, with a retry button where that can help. */
export function FormProblem({ of: { error, message, retry }, title }: FormProblemProps) {
  const t = useT();
  if (!error) return null;
  const again = error.status === 0 || error.status >= 500 || error.status === 429;
  const fields = Object.entries(error.fields).filter(([, text]) => text !== message);
  return (
    <Alert color="red" variant="light" role="alert" mb="sm" title={title === message ? undefined : title}>
      {message}
      {fields.length > 0 && (
        <ul>
          {fields.map(([field, text]) => (
            <li key={field}>
              {field}: {text}
            </li>
          ))}
        </ul>
      )}
      {again && (
        <Button size="compact-sm" variant="light" color="red" onClick={retry} ml="sm">
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  );
}
