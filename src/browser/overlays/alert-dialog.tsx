import { Button, Group, Modal, Text } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import { dialogTop, useStackPosition } from './dialog.tsx';

/** Plain text that needs an OK. */
export function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useT();
  const isOnTop = useStackPosition(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isOnTop}
      withCloseButton={false}
      yOffset={dialogTop}
      role="alertdialog"
      aria-label={message}
    >
      <Text mb="lg">{message}</Text>
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  );
}
