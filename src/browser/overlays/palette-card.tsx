import type { KeyboardEvent, Ref } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import styles from './palette-dialog.module.css';
import { useFragment } from './use-fragment.ts';

interface PaletteCardProps {
  ref: Ref<HTMLDivElement>;
  url: string;
  /** Called when an arrow key leaves the card, up or down. */
  onLeave: (step: 1 | -1) => void;
}

/** The card of what the text of the finder is as a whole. What `data-main` marks in it, Enter presses from the field. */
export function PaletteCard({ ref, url, onLeave }: PaletteCardProps) {
  const t = useT();
  const { setHost, state, retry } = useFragment(url);
  const leave = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    // Arrows within a field are the field's.
    if (step === undefined || (event.target instanceof Element && event.target.matches('input, textarea, select')))
      return;
    event.preventDefault();
    onLeave(step);
  };
  return (
    // Arrows are heard here for the whole card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="group" className={styles.card} onKeyDown={leave}>
      {state.status === 'loading' && <p role="status">{t('common.loading')}</p>}
      {state.status === 'failed' && (
        <p role="alert">
          {state.message}{' '}
          <Button variant="link" onClick={retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      <div ref={setHost} />
    </div>
  );
}
