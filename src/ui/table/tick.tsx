import { type ReactNode, useState } from 'react';
import styles from './tick.module.css';

interface TickProps {
  checked: boolean;
  disabled?: boolean;
  children: ReactNode;
  /** Saves the choice; false means it could not be, and the tick goes back. */
  onSave: (checked: boolean) => Promise<boolean>;
}

/** A checkbox that is saved as it is ticked: it shows the choice at once, and takes it back if saving fails. */
export function Tick({ checked, disabled = false, children, onSave }: TickProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (next: boolean) => {
    setChosen(next);
    await onSave(next);
    setChosen(null);
  };
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={chosen ?? checked}
        disabled={disabled || chosen !== null}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
