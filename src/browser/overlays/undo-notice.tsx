import { useEffect, useRef } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';

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
    <Inline between whole ref={body}>
      <Text lines={4} title={message}>
        {message}
      </Text>
      <Button variant="soft" size="small" onClick={onUndo} aria-keyshortcuts="Control+Z" title="Ctrl Z">
        {text('undo.undo')}
      </Button>
    </Inline>
  );
}
