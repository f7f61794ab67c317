import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';

/** The button beside a filter that empties it. */
export function ResetFilter({ label, onReset }: { label: string; onReset: () => void }) {
  const t = useT();
  return (
    <Button variant="quiet" aria-label={t('table.reset_filter', { field: label })} onClick={onReset}>
      <Icon name="close" size={16} />
    </Button>
  );
}
