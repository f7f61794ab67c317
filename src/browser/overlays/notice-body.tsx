import { Button, Group, Text } from '@mantine/core';
import type { Notice } from '../../client/dialogs.ts';

interface NoticeBodyProps {
  notice: Notice;
  text: (key: string) => string;
  onRetry: () => void;
}

export function NoticeBody({ notice, text, onRetry }: NoticeBodyProps) {
  const { message, retry } = notice;
  if (!retry) return <Text size="sm">{message}</Text>;
  const again = () => {
    onRetry();
    retry();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      {/* A long title leaves room for the button. */}
      <Text size="sm" miw={0} lineClamp={4} style={{ overflowWrap: 'anywhere' }} title={message}>
        {message}
      </Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={again}>
        {text('common.retry')}
      </Button>
    </Group>
  );
}
