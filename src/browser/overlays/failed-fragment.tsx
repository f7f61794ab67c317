import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';

interface FailedFragmentProps {
  message: string;
  /** What it shows has been deleted: trying again would not help. */
  isGone?: boolean;
  onRetry: () => void;
}

/** Why a fragment could not be fetched, with a button that tries again or, if its record is gone, shows the page as it is now. */
export function FailedFragment({ message, isGone = false, onRetry }: FailedFragmentProps) {
  const t = useT();
  return (
    <Note tone="problem">
      <p>{message}</p>
      <Button
        variant="soft"
        size="small"
        onClick={({ currentTarget }) => {
          if (isGone) return location.reload();
          // The button goes, and would take the focus with it.
          currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
          onRetry();
        }}
      >
        {t(isGone ? 'common.reload' : 'common.retry')}
      </Button>
    </Note>
  );
}
