import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Inline, Stack } from './layout.tsx';
import styles from './progress.module.css';
import { Text } from './text.tsx';

interface ProgressProps extends Omit<ComponentProps<'div'>, 'title' | 'style'> {
  /** What goes on, for those who have the page read aloud. */
  label: string;
  /** How much is done, of `max`, which is 1 if it is not given. Undefined while nobody knows. */
  value?: number | undefined;
  max?: number | undefined;
  /** What goes on, and how far it is; announced as it changes. */
  text?: ReactNode;
  /** Text, bar and the button that stops it beside each other. */
  beside?: boolean;
  /** The button that stops it. */
  children?: ReactNode;
}

/** Work that takes a while: what it is, how far it is, and a way to stop it. */
export function Progress({ label, value, max, text, beside, className, children, ...others }: ProgressProps) {
  const parts = (
    <>
      {text !== undefined && (
        <Text as="span" breaks role="status" className={styles['text']}>
          {text}
        </Text>
      )}
      <progress aria-label={label} max={max} {...(value !== undefined && { value })} />
      {children}
    </>
  );
  if (beside)
    return (
      <Inline gap="10px 16px" {...others} className={classNames(styles['line'], className)}>
        {parts}
      </Inline>
    );
  return (
    <Stack start gap={6} {...others} className={classNames(styles['progress'], className)}>
      {parts}
    </Stack>
  );
}
