import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { showFailure } from '../failures.ts';
import { undoOrAsk } from './undo.ts';

interface UndoNoticeProps {
  /** The number of the act, or a function that undoes it. */
  act: number | (() => void);
  message: string;
  text: (key: string) => string;
  onClose: () => void;
}

const shownMs = 10_000;
const tickMs = 250;

/** A message with Undo, shown for ten seconds; the time stops while it is hovered or focused, or the tab is hidden. */
export function UndoNotice({ act, message, text, onClose }: UndoNoticeProps) {
  const body = useRef<HTMLDivElement>(null);
  const undo = () => {
    onClose();
    if (typeof act === 'function') act();
    else undoOrAsk(act, text).catch(showFailure);
  };
  useEffect(() => {
    const notice = body.current?.closest('[role="status"]') ?? body.current;
    let left = shownMs;
    const ticking = setInterval(() => {
      const held = document.hidden || notice?.matches(':hover') || notice?.contains(document.activeElement);
      if (held) return;
      left -= tickMs;
      if (left <= 0) onClose();
    }, tickMs);
    const onKey = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearInterval(ticking);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <Group ref={body} justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={undo} aria-keyshortcuts="Control+Z" title="Ctrl Z">
        {text('undo.undo')}
      </Button>
    </Group>
  );
}

/** Ctrl+Z, also by key position so that it works on any keyboard layout; in a field it undoes typing instead. */
function isUndoKey({ ctrlKey, metaKey, shiftKey, altKey, key, code, target }: KeyboardEvent): boolean {
  const inField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return (ctrlKey || metaKey) && !shiftKey && !altKey && !inField && (key.toLowerCase() === 'z' || code === 'KeyZ');
}
