import { Button, Group, Text } from '@mantine/core';
import type { ApiError } from '#client/api.ts';
import { useT } from '../interface.tsx';

/** What somebody else saved while a title was being edited. */
export interface SavedTitle {
  title: string;
  version: number;
}

/** The stored title or name, if a save was refused because it is newer than the loaded one. */
export function savedTitle(error: ApiError | null): SavedTitle | null {
  if (error?.code !== 'error.stale') return null;
  const { record, version } = error.details;
  if (typeof version !== 'number' || typeof record !== 'object' || record === null) return null;
  const title = 'title' in record ? record.title : 'name' in record && record.name;
  return typeof title === 'string' ? { title, version } : null;
}

interface StaleTitleProps {
  saved: SavedTitle;
  onMine: () => void;
  onTheirs: () => void;
}

/** Shows the other title and the two choices; nothing typed is lost before one is chosen. */
export function StaleTitle({ saved, onMine, onTheirs }: StaleTitleProps) {
  const t = useT();
  return (
    <Group gap="xs" my="xs">
      <Text size="sm">{t('error.stale_now', { title: saved.title })}</Text>
      <Button size="compact-sm" variant="light" onClick={onMine}>
        {t('error.stale_mine')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onTheirs}>
        {t('error.stale_theirs')}
      </Button>
    </Group>
  );
}
