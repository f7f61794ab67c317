import { useEffect, useRef } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { RecordAct } from '../../client/recent.ts';
import styles from './palette-dialog.module.css';

interface PaletteActsProps {
  /** The name of the result. */
  of: string;
  acts: readonly RecordAct[];
  chosen: RecordAct;
  onDo: (act: RecordAct) => void;
}

/** What can be done with a result of the finder, below it. Each has the digit that does it. */
export function PaletteActs({ of, acts, chosen, onDo }: PaletteActsProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Inline gap={6} ref={row} role="group" aria-label={of} className={styles.acts}>
      {acts.map((act, index) => (
        <Button
          variant="bare"
          key={act.href}
          id={`palette-act-${index}`}
          role="option"
          aria-selected={act === chosen}
          tabIndex={-1}
          onClick={() => onDo(act)}
        >
          {act.label} <kbd aria-hidden="true">{index + 1}</kbd>
        </Button>
      ))}
    </Inline>
  );
}
