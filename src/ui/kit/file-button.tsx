import type { ComponentProps } from 'react';
import { type Appearance, buttonClass } from './button.tsx';
import styles from './button.module.css';
import texts from './text.module.css';

interface FileButtonProps
  extends Omit<Appearance, 'danger'>,
    Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> {
  onFiles: (files: File[]) => void;
}

/** A button that chooses files. */
export const FileButton = ({ variant, size, title, className, children, onFiles, ...input }: FileButtonProps) => (
  <label className={buttonClass({ variant, size }, `${styles['file']} ${className ?? ''}`)} title={title}>
    <input
      {...input}
      type="file"
      className={texts['unseen']}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // So that the same file can be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
    {children}
  </label>
);
