import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import styles from './place-button.module.css';

interface PlaceButtonProps {
  /** The title of the record. */
  title: string;
  /** From 1. */
  position: number;
  onMove: () => void;
}

/** The position of a row, which moves it elsewhere. */
export function PlaceButton({ title, position, onMove }: PlaceButtonProps) {
  const t = useT();
  const format = useFormat();
  return (
    <Button
      variant="quiet"
      data-printed
      className={styles.place}
      aria-label={`${t('sort.position_hint')}: ${title}, ${format.number(position)}`}
      title={t('sort.position_hint')}
      onClick={onMove}
    >
      {format.number(position)}
    </Button>
  );
}
