import { type Picked, pick } from '#client/picks.ts';
import { Icon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import button from '../page/button.module.css';

interface PickButtonProps {
  picked: Picked;
  /** The label of the button in a bar or a head; on a row it only says that it adds. */
  label?: string;
  /** The name of the row, for screen readers. */
  name?: string;
  disabled?: boolean;
}

/** Picks a row, a selection or a whole list for the panel beside the page; hidden while no panel accepts any. */
export function PickButton({ picked, label, name, disabled }: PickButtonProps) {
  const t = useT();
  const { picking } = useInterface();
  if (!picking) return null;
  return (
    <button
      type="button"
      className={label ? button.button : button.quiet}
      aria-label={name && `${t('common.add')}: ${name}`}
      disabled={disabled}
      onClick={() => pick(picked)}
    >
      <Icon name="add" />
      {label ?? t('common.add')}
    </button>
  );
}
