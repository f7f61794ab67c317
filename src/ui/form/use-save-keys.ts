import { useEffect, useRef } from 'react';

interface SaveKeys {
  save: () => void;
  saveNext?: () => void;
}

/** Ctrl/Cmd+S saves; Ctrl/Cmd+Enter saves and goes on. A dialog on top keeps its own keys. */
export function useSaveKeys(keys: SaveKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = event.key.toLowerCase() === 's' ? 'save' : event.key === 'Enter' ? 'saveNext' : undefined;
      const act = wanted && latest.current[wanted];
      if (!act || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], dialog[open]')) return;
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
