import type { ReactNode } from 'react';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';

/** The button that puts a change into a release in place of saving it; while the reader works on one, the main button. */
export function IntoButton({ onClick, disabled = false }: { onClick: () => void; disabled?: boolean | undefined }) {
  const t = useT();
  const { working } = useInterface();
  return (
    <Button
      variant={working === null ? 'default' : 'primary'}
      disabled={disabled}
      aria-keyshortcuts="Control+Shift+S"
      onClick={onClick}
    >
      {working === null ? t('form.into_release') : t('form.into_named', { name: working })}
    </Button>
  );
}

interface NowOrIntoProps {
  /** The {@link IntoButton}; absent where the change cannot wait for a release. */
  into: ReactNode;
  /** The button that does it at once, as the main one or beside it. */
  children: (variant: 'primary' | 'default') => ReactNode;
}

/** The two ways to end a change, the main one last: in the release that the reader works on, else at once. */
export function NowOrInto({ into, children }: NowOrIntoProps) {
  const isNow = useInterface().working === null || !into;
  return (
    <>
      {isNow && into}
      {children(isNow ? 'primary' : 'default')}
      {!isNow && into}
    </>
  );
}
