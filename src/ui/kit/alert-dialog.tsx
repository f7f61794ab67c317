import { Modal } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { dialogTop, useStackPosition } from './dialog.tsx';

/** Plain text that needs an OK. */
export function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useT();
  const isOnTop = useStackPosition(onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={isOnTop}
      yOffset={dialogTop}
      role="alertdialog"
      aria-label={message}
    >
      <Modal.Overlay />
      {/* The library makes a dialog of its content, which needs a name as well. */}
      <Modal.Content aria-label={message}>
        <Modal.Body>
          <p>{message}</p>
          <Acts>
            <Button variant="primary" onClick={onClose} data-autofocus>
              {t('common.close')}
            </Button>
          </Acts>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
