import { type DragEvent, useState } from 'react';
import { FileButton } from '../kit/file-button.tsx';
import { Stack } from '../kit/layout.tsx';
import { Text, Unseen } from '../kit/text.tsx';
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
  /** It is what its page is for. */
  isMain?: boolean;
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
  isMain = false,
  name,
  onFiles,
}: FilesDropProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    <Stack
      middle
      gap={10}
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton
        variant={isMain ? 'primary' : 'default'}
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onFiles={onFiles}
      >
        <span>
          {label}
          {about && <Unseen>: {about}</Unseen>}
        </span>
      </FileButton>
      <Text tone="soft">{hint}</Text>
    </Stack>
  );
}
