import { useState } from 'react';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { AuditWords } from './audit.messages.ts';

interface Entries<Entry, Next> {
  lines: Entry[];
  /** The cursor of the next entries; null if there are none. */
  next: Next | null;
}

/** Entries loaded in parts, with a button to load more. */
export function useMoreEntries<Entry, Next>(
  first: Entries<Entry, Next>,
  read: (from: Next) => Promise<Entries<Entry, Next>>,
) {
  const t = useT<AuditWords>();
  const run = useAct();
  const [{ lines: entries, next }, setShown] = useState(first);
  const add = (from: Next) =>
    run(async () => {
      const more = await read(from);
      setShown({ lines: [...entries, ...more.lines], next: more.next });
    });
  const button = next !== null && <Button onClick={() => add(next)}>{t('common.more')}</Button>;
  return { lines: entries, button };
}
