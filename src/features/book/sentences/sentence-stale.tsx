import { Button, Group, Text } from '@mantine/core';
import type { ApiError } from '#client/api.ts';
import { useT } from '#ui/interface.tsx';

/** What somebody else saved while the sentence was being edited, and the way to save over it. */
export function SentenceStale({ error, onMine }: { error: ApiError | null; onMine: (version: number) => void }) {
  const t = useT();
  const { record, version } = error?.code === 'error.stale' ? error.details : {};
  if (typeof version !== 'number' || typeof record !== 'object' || record === null || !('sentence' in record))
    return null;
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{t('error.stale_now', { title: String(record.sentence) })}</Text>
      <Button size="compact-sm" variant="light" onClick={() => onMine(version)}>
        {t('error.stale_mine')}
      </Button>
    </Group>
  );
}
