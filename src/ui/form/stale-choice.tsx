import { Button, Group, Text } from '@mantine/core';
import { useT } from '../interface.tsx';
import type { StoredText } from './use-save-over.ts';

interface StaleChoiceProps {
  of: { theirs: StoredText | null; saveMine: () => void };
  /** Discards the person's own text; without it the only choice is to save over the other. */
  onTheirs?: (theirs: StoredText) => void;
}

/** Shows what somebody else saved and the two choices; nothing typed is lost before one is made. */
export function StaleChoice({ of: { theirs, saveMine }, onTheirs }: StaleChoiceProps) {
  const t = useT();
  if (!theirs) return null;
  return (
    <Group gap="xs" my="xs">
      <Text size="sm">{t('error.stale_now', { text: theirs.text })}</Text>
      <Button size="compact-sm" variant="light" onClick={saveMine}>
        {t('error.stale_mine')}
      </Button>
      {onTheirs && (
        <Button size="compact-sm" variant="default" onClick={() => onTheirs(theirs)}>
          {t('error.stale_theirs')}
        </Button>
      )}
    </Group>
  );
}
