import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { BookRecord } from '#features/book/book-record.public.ts';
import { FileButton } from '#ui/kit/file-button.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { droppedFiles } from '#ui/upload/dropped-files.ts';
import type { BookRequirement } from './readiness.read.ts';
import styles from './readiness-card.module.css';

export interface GapProps {
  book: BookRecord;
  requirement: BookRequirement;
  /** The gap is filled; the message is about it. */
  onMended: (message?: string, undo?: number) => Promise<void>;
}

interface GapRowProps {
  requirement: BookRequirement;
  /** Files may be dropped anywhere on the row. */
  onFiles?: ((files: File[]) => void) | undefined;
  /** Its mends, the main one last. */
  children: ReactNode;
}

/** A gap: what is missing, what it means, and its mends. */
export function GapRow({ requirement: { text, hint }, onFiles, children }: GapRowProps) {
  const [over, setOver] = useState(false);
  const drop = onFiles && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void droppedFiles(event.dataTransfer).then(onFiles);
    },
  };
  return (
    <Inline tight whole pad="8px 0" className={styles.gap} data-gap data-over={over || undefined} {...drop}>
      <Dot tone="warn" />
      <Inline tight between grow>
        <Stack gap={0} grow={200}>
          <b>{text}</b>
          <Text as="span" tone="soft" size="small">
            {hint}
          </Text>
        </Stack>
        <Inline tight>{children}</Inline>
      </Inline>
    </Inline>
  );
}

/** The way to the screen where the gap can be mended too. */
export function GapLink({ link }: Pick<BookRequirement, 'link'>) {
  return (
    link && (
      <ButtonLink variant="quiet" href={link.href}>
        {link.label}
      </ButtonLink>
    )
  );
}

interface ChooseFilesProps {
  label: string;
  accept: string;
  multiple: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that chooses files. */
export function ChooseFiles({ label, accept, multiple, disabled = false, onFiles }: ChooseFilesProps) {
  return (
    <FileButton size="small" accept={accept} multiple={multiple} disabled={disabled} onFiles={onFiles}>
      {label}
    </FileButton>
  );
}
