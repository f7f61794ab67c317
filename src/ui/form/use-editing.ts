import { useEffect } from 'react';

/** Announces that a form of this record is open, and shows who else has it open. */
export function useEditing(record: { kind: string; id: string | number } | undefined): void {
  const { kind, id } = record ?? {};
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    let end: (() => void) | undefined;
    let isClosed = false;
    // Not awaited: the form works without it.
    void import('#client/live/open-forms.ts')
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
