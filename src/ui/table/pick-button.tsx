import { type Picked, pick } from '#client/picks.ts';
import { Icon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import button from '../page/button.module.css';

interface PickButtonProps {
  picked: Picked;
  /** What the button says, in a bar or a head; on a row it says only that it adds. */
  label?: string;
  /** What the row is called, for those who hear it. */
  name?: string;
}

/** Picks a row, a selection or a whole list for the panel beside the page; not there while no panel takes any. */
export function PickButton({ picked, label, name }: PickButtonProps) {
  const t = useT();
  const { picking } = useInterface();
  if (!picking) return null;
  return (
    <button
      type="button"
      className={label ? button.button : button.quiet}
      aria-label={name && `${t('common.add')}: ${name}`}
      onClick={() => pick(picked)}
    >
      <Icon name="add" />
      {label ?? t('common.add')}
    </button>
  );
}
