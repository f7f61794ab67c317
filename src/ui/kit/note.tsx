import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './note.module.css';
import texts from './text.module.css';

interface NoteProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone: 'problem' | 'warn' | 'done';
  /** What it is about, above it. */
  title?: string | undefined;
}

/** A coloured box with a message. Problems are announced as soon as they appear. */
export const Note = ({ tone, title, role, className, children, ...others }: NoteProps) => (
  <div
    {...others}
    className={classNames(styles['note'], texts[tone], className)}
    data-tone={tone}
    role={tone === 'problem' ? 'alert' : role}
  >
    {title !== undefined && <strong>{title}</strong>}
    {children}
  </div>
);
