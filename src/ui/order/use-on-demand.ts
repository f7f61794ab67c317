import { useEffect, useRef, useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { loadModule } from '#client/load-module.ts';
import { useT } from '../interface.tsx';

/**
 * A mode of a screen whose module, with the drag library, loads when it is first entered; null while it is off. When it ends,
 * the focus goes back to the button with `opener`, also if the mode had taken its place.
 */
export function useOnDemand<Module extends object>(load: () => Promise<Module>) {
  const t = useT();
  const [loaded, setLoaded] = useState<Module | null>(null);
  const open = async () => {
    try {
      setLoaded(await loadModule(load));
    } catch {
      void notify({ message: t('error.network'), tone: 'problem', retry: () => void open() });
    }
  };
  const opener = useRef<HTMLButtonElement>(null);
  const wasOn = useRef(false);
  useEffect(() => {
    if (wasOn.current && !loaded && document.activeElement === document.body) opener.current?.focus();
    wasOn.current = loaded !== null;
  }, [loaded]);
  return { loaded, opener, open: () => void open(), close: () => setLoaded(null) };
}
