import { Modal } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { useT } from '#ui/interface.tsx';
import styles from './dialog.module.css';

/** Whether this is the topmost dialog: Escape closes only that one. */
export const OnTop = createContext(true);

interface DialogProps {
  title: string;
  size?: 'md' | 'lg';
  centered?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title. The library's own header is a landmark, and the page already has one. */
export function Dialog({ title, size = 'md', centered = false, onClose, children }: DialogProps) {
  const t = useT();
  const onTop = use(OnTop);
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={onTop} size={size} centered={centered}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
