import { Button, Group, Modal, Text } from '@mantine/core';
import { use } from 'react';
import { useT } from '#ui/interface.tsx';
import { OnTop } from './dialog.tsx';

/** Plain text that needs an OK. */
export function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useT();
  const onTop = use(OnTop);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={onTop}
      withCloseButton={false}
      centered
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
