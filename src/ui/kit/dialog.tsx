import { Modal } from '@mantine/core';
import { createContext, type KeyboardEvent, type ReactNode, type RefObject, use, useEffect } from 'react';
import { useT } from '#ui/interface.tsx';
import { Inline } from './layout.tsx';
import styles from './dialog.module.css';

/** A dialog's position on the stack. Only the topmost is seen, is closed by Escape, and by `closeRef` on the browser's Back. */
export interface StackPosition {
  isOnTop: boolean;
  closeRef: RefObject<() => void>;
}

export const DialogStack = createContext<StackPosition>({ isOnTop: true, closeRef: { current: () => undefined } });

/** Sets how Back closes this dialog; returns whether it is the topmost. */
export function useStackPosition(onClose: () => void): boolean {
  const { isOnTop, closeRef } = use(DialogStack);
  useEffect(() => {
    closeRef.current = onClose;
  });
  return isOnTop;
}

/** All dialogs begin at the same height. */
export const dialogTop = 'min(10vh, 80px)';

interface DialogProps {
  title: string;
  size?: 'md' | 'lg';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title. The library's own header is a landmark, and the page already has one. */
export function Dialog({ title, size = 'md', onClose, children }: DialogProps) {
  const t = useT();
  const isOnTop = useStackPosition(onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={isOnTop}
      trapFocus={isOnTop}
      size={size}
      yOffset={dialogTop}
      className={isOnTop ? undefined : styles.under}
    >
      <Modal.Overlay />
      <Modal.Content className={styles.content}>
        <Inline between whole gap={16} className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Inline>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface BareDialogProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that is all content, there at once. Its content hears Escape first, which may mean less than closing. It is on
 * the same stack as all others: one of the browser's own would lie above whatever is opened from it.
 */
export function BareDialog({ label, className, onClose, children }: BareDialogProps) {
  const isOnTop = useStackPosition(onClose);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      trapFocus={isOnTop}
      transitionProps={{ duration: 0 }}
      xOffset={12}
      yOffset={dialogTop}
      className={isOnTop ? undefined : styles.under}
    >
      <Modal.Overlay />
      <Modal.Content className={className} radius={12} aria-label={label}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what its content leaves */}
        <div className={styles.bare} tabIndex={-1} onKeyDown={leave}>
          {children}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
