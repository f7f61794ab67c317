import { type ReactNode, useState } from 'react';
import { Checkbox } from '../kit/choice.tsx';
import { Inline } from '../kit/layout.tsx';
import { Spinner } from '../kit/spinner.tsx';
import styles from './tick.module.css';

interface TickProps {
  checked: boolean;
  disabled?: boolean;
  children: ReactNode;
  /** Saves the choice; false means that saving failed, and the checkbox is reset. */
  onSave: (checked: boolean) => Promise<boolean>;
}

/** A checkbox that saves immediately: it shows the choice at once, a slow save too, and resets if saving fails. */
export function Tick({ checked, disabled = false, children, onSave }: TickProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (next: boolean) => {
    setChosen(next);
    await onSave(next);
    setChosen(null);
  };
  return (
    <Inline as="label" whole tight baseline>
      <Checkbox
        checked={chosen ?? checked}
        disabled={disabled || chosen !== null}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <span>{children}</span>
      {chosen !== null && (
        <span className={styles.saving}>
          <Spinner />
        </span>
      )}
    </Inline>
  );
}
