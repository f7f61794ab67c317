import { useEffect, useSyncExternalStore } from 'react';
import { hearContained, isContained, keyOfPick, offerPick, type Picked, pick } from '#client/picks.ts';
import { Icon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';

interface PickButtonProps {
  picked: Picked;
  /** The label of the button in a bar or a head; on a row it only says that it adds. */
  label?: string;
  /** The name of the row, for screen readers. */
  name?: string;
  disabled?: boolean;
}

/**
 * Picks a row, a selection or a whole list for the panel beside the page; hidden while no panel accepts any. A row that
 * the panel contains says so; pressed all the same, the panel says it too.
 */
export const PickButton = (props: PickButtonProps) => (useInterface().picking ? <ShownPickButton {...props} /> : null);

function ShownPickButton({ picked, label, name, disabled }: PickButtonProps) {
  const t = useT();
  const key = keyOfPick(picked);
  const contained = useSyncExternalStore(
    hearContained,
    () => isContained(key),
    () => false,
  );
  useEffect(() => (key === null ? undefined : offerPick(key)), [key]);
  const act = t(contained ? 'pick.contained' : 'common.add');
  return (
    <Button
      variant={label ? 'default' : 'quiet'}
      aria-label={name && `${act}: ${name}`}
      data-done={contained || undefined}
      disabled={disabled}
      onClick={() => pick(picked)}
    >
      <Icon name={contained ? 'active' : 'add'} />
      {label ?? act}
    </Button>
  );
}
