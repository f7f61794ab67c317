import { useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';

/** A mode of a screen whose module, with the drag library, loads when it is first entered; null while it is off. */
export function useOnDemand<Module extends object>(load: () => Promise<Module>) {
  const t = useT();
  const [loaded, setLoaded] = useState<Module | null>(null);
  const open = async () => {
    try {
      setLoaded(await load());
    } catch {
      void notify({ message: t('error.network'), tone: 'problem', retry: () => void open() });
    }
  };
  return { loaded, open: () => void open(), close: () => setLoaded(null) };
}
