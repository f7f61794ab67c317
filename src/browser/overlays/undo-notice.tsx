import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface UndoNoticeProps {
  message: string;
  text: (key: string) => string;
  onUndo: () => void;
  onClose: () => void;
}

const shownMs = 10_000;
const tickMs = 250;

/** A message with Undo, shown for ten seconds; the time stops while it is hovered or focused, or the tab is hidden. */
export function UndoNotice({ message, text, onUndo, onClose }: UndoNoticeProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const notice = body.current?.closest('[role="status"]') ?? body.current;
    let left = shownMs;
    const ticking = setInterval(() => {
      const isInUse = document.hidden || notice?.matches(':hover') || notice?.contains(document.activeElement);
      if (isInUse) return;
      left -= tickMs;
      if (left <= 0) onClose();
    }, tickMs);
    return () => clearInterval(ticking);
  }, []);
  return (
    <Group ref={body} justify="space-between" wrap="nowrap">
      {/* A long title leaves room for the button. */}
      <Text size="sm" miw={0} lineClamp={4} style={{ overflowWrap: 'anywhere' }} title={message}>
        {message}
      </Text>
      <Button
        size="compact-sm"
        variant="light"
        flex="none"
        onClick={onUndo}
        aria-keyshortcuts="Control+Z"
        title="Ctrl Z"
      >
        {text('undo.undo')}
      </Button>
    </Group>
  );
}
