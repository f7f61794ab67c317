import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';

/** The button beside a filter that empties it. */
export function ResetFilter({ label, onReset }: { label: string; onReset: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className={button.quiet}
      aria-label={t('table.reset_filter', { field: label })}
      onClick={onReset}
    >
      <Icon name="close" size={16} />
    </button>
  );
}
