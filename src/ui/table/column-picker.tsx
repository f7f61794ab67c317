import { useT } from '../interface.tsx';
import styles from './column-picker.module.css';
import { DropPanel } from './drop-panel.tsx';

interface ColumnPickerProps {
  /** Those that may be shown or left out. */
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
            // Else the browser brings back the ticks of before, after the list is opened anew.
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
