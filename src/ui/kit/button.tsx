import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface Appearance {
  /**
   * How much it asks for attention: `primary` is the one act of a screen, `soft` its counterpart in a notice or a panel,
   * `plain` stands in a head or a bar, `quiet` in a row, and `link` in a sentence. `bare` looks like what is in it: a cell,
   * a line of a list, a handle.
   */
  variant?: 'primary' | 'default' | 'soft' | 'plain' | 'quiet' | 'link' | 'bare' | undefined;
  /** In a row or a bar. */
  size?: 'small' | undefined;
  /** It destroys or takes something away. */
  danger?: boolean | undefined;
}

interface ButtonProps extends Appearance, ComponentProps<'button'> {
  /** What it began is not done yet: it says so, and cannot be pressed. */
  busy?: boolean | undefined;
}

/** A button; one that sends its form says so with `type="submit"`. */
export function Button({ variant, size, danger, busy, className, type = 'button', disabled, ...others }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, danger }, className)}
      {...others}
      disabled={busy || disabled}
      data-busy={busy || undefined}
    />
  );
}

/** A link to another page or a file that looks like a button. */
export function ButtonLink({
  variant,
  size,
  danger,
  className,
  children,
  ...others
}: Appearance & ComponentProps<'a'>) {
  return (
    <a className={buttonClass({ variant, size, danger }, className)} {...others}>
      {children}
    </a>
  );
}

/** The class of what looks like a button. */
export const buttonClass = ({ variant = 'default', size, danger }: Appearance, className?: string): string =>
  classNames(
    styles[variant === 'default' ? 'button' : variant],
    size && styles[size],
    danger && styles['danger'],
    className,
  );
