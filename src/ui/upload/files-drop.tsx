import { type DragEvent, useId, useState } from 'react';
import { Unseen } from '../kit/text.tsx';
import { droppedFiles } from './dropped-files.ts';
import styles from './file-drop.module.css';

interface FilesDropProps {
  label: string;
  /** What the label is about, where that is a heading above it. */
  about?: string | undefined;
  hint: string;
  /** Extensions with their dots: `.jpg,.png`. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The name of the form field. */
  name?: string;
  /** Everything that was chosen or dropped, even files not in `accept`. */
  onFiles: (files: File[]) => void;
}

/** A place to drop files and folders, or to choose files. */
export function FilesDrop({
  label,
  about,
  hint,
  accept,
  multiple = true,
  disabled = false,
  name,
  onFiles,
}: FilesDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
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
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <label htmlFor={id}>
        {label}
        {about && <Unseen>: {about}</Unseen>}
      </label>
      <p>{hint}</p>
    </div>
  );
}
