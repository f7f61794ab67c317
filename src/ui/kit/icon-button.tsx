import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its name, for those who read it aloud, and its tip. */
  label: string;
  /** What the tip says if it says more than the name, such as a key; empty beside a tip of its own. */
  tip?: string | undefined;
  danger?: boolean | undefined;
  /** The icon. */
  children: ReactNode;
}

/** A button with an icon alone. */
export const IconButton = ({ label, tip = label, danger, className, type = 'button', ...others }: IconButtonProps) => (
  <button
    {...others}
    type={type}
    className={classNames(styles['icon'], danger && styles['danger'], className)}
    aria-label={label}
    title={tip || undefined}
  />
);
