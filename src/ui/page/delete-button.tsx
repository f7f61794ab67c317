import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';

/** The button that deletes the record of a page. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <Button variant="quiet" danger data-destroys onClick={onClick}>
      {t('common.delete')}
    </Button>
  );
}
