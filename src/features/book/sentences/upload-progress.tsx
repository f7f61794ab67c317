import { Button, Group, Progress } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';

/** How far an upload has come, and the way to stop it. */
export function UploadProgress({ share, onStop }: { share: number; onStop: () => void }) {
  const t = useT<BookWords>();
  const label = t('book.sentence_uploading');
  return (
    <Group gap="sm" role="status">
      <Progress value={share * 100} aria-label={label} flex={1} />
      <Button variant="default" size="compact-md" onClick={onStop}>
        {t('book.sentence_stop')}
      </Button>
    </Group>
  );
}
