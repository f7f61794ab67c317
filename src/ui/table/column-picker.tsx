import { useT } from '../interface.tsx';
import { DropPanel } from '../kit/drop-panel.tsx';
import styles from './column-picker.module.css';

interface ColumnPickerProps {
  /** The columns that can be shown or hidden. */
  columns: readonly { key: string; label: string }[];
  shown: readonly string[];
  onChoose: (shown: string[]) => void;
}

/** Which columns a list shows. */
export function ColumnPicker({ columns, shown, onChoose }: ColumnPickerProps) {
  const t = useT();
  return (
    <DropPanel label={t('table.columns')} icon="columns" narrow>
      {columns.map(({ key, label }) => (
        <label key={key} className={styles.column}>
          <input
            type="checkbox"
            checked={shown.includes(key)}
            // Otherwise the browser restores the previous ticks when the list is reopened.
            autoComplete="off"
            onChange={({ currentTarget: { checked } }) =>
              onChoose(columns.map((one) => one.key).filter((one) => (one === key ? checked : shown.includes(one))))
            }
          />
          {label}
        </label>
      ))}
    </DropPanel>
  );
}
