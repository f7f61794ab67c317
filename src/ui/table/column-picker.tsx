import { useT } from '../interface.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { DropPanel } from '../kit/drop-panel.tsx';

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
        <Checkbox
          key={key}
          label={label}
          checked={shown.includes(key)}
          // Otherwise the browser restores the previous ticks when the list is reopened.
          autoComplete="off"
          onChange={({ currentTarget: { checked } }) =>
            onChoose(columns.map((one) => one.key).filter((one) => (one === key ? checked : shown.includes(one))))
          }
        />
      ))}
    </DropPanel>
  );
}
