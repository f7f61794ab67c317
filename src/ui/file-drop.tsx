import { type DragEvent, useId, useState } from 'react';
import styles from './file-drop.module.css';

interface FileDropProps {
  label: string;
  hint: string;
  /** Extensions with their dots: `.xlsx,.csv`. */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A place to drop a file on, or to choose one with. */
export function FileDrop({ label, hint, accept, disabled = false, onFile }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <label htmlFor={id}>{label}</label>
      <p>{hint}</p>
    </div>
  );
}
