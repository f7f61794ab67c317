import { Alert, Button } from '@mantine/core';
import { useT } from '#ui/interface.tsx';

/** Why a fragment could not be fetched, with a button that tries again. */
export function FailedFragment({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useT();
  return (
    <Alert color="red" role="alert">
      {message}{' '}
      <Button
        size="compact-sm"
        variant="light"
        onClick={({ currentTarget }) => {
          // The button goes, and would take the focus with it.
          currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
          onRetry();
        }}
      >
        {t('common.retry')}
      </Button>
    </Alert>
  );
}
