import { useEffect } from 'react';

/** Tells others that a form of this record is open, while it is; and whoever has it open, who else has. */
export function useEditing(record: { kind: string; id: string | number } | undefined): void {
  const { kind, id } = record ?? {};
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    let end: (() => void) | undefined;
    let isClosed = false;
    // Nobody waits for it: the form works without.
    void import('#client/live/editing.ts')
      .then(({ editRecord }) => {
        if (!isClosed) end = editRecord({ kind, id: String(id) });
      })
      .catch(() => undefined);
    return () => {
      isClosed = true;
      end?.();
    };
  }, [kind, id]);
}
