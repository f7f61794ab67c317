import { isEnter } from '#client/composition.ts';
import { useListener } from '../use-listener.ts';

interface SaveKeys {
  save?: () => void;
  saveNext?: () => void;
  saveInto?: (() => void) | undefined;
}

/**
 * Ctrl/Cmd+S saves, with Shift into a release; Ctrl/Cmd+Enter saves and goes on. A dialog on top keeps its own keys.
 */
export function useSaveKeys(keys: SaveKeys): void {
  useListener('keydown', (event) => {
    const wanted = keyOf(event);
    const act = wanted && keys[wanted];
    if (!act || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (document.querySelector('[role="dialog"], dialog[open]')) return;
    act();
  });
}

function keyOf(event: KeyboardEvent): keyof SaveKeys | undefined {
  if (event.key.toLowerCase() === 's') return event.shiftKey ? 'saveInto' : 'save';
  return isEnter(event) ? 'saveNext' : undefined;
}
