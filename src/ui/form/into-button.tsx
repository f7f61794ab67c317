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
