import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { type FieldCounts, readFieldMarks, refreshMarks, watchMarks } from '#client/live/mark-counts.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useFormat } from '../interface.tsx';
import { type MarkedFields, MarkedFieldsContext } from '../kit/field-mark.tsx';
import { useListener } from '../use-listener.ts';

interface FieldMarksProps {
  /** The record that the form edits, by the kind and id of its changes; null for a new one. */
  of: { kind: string; id: string | number } | null;
  /** What a field of the form is called where it differs: 'ko.title'. */
  nameOf?: (name: string) => string;
  children: ReactNode;
}

const same = (name: string) => name;

/**
 * Around the fields of a record's form: each shows how many things other features have about it, as they change, and
 * opens them by its mark or by Ctrl Alt M within it. Read once the page works; if that fails, the form is without marks.
 */
export function FieldMarks({ of, nameOf = same, children }: FieldMarksProps) {
  const format = useFormat();
  const found = useFieldCounts(of);
  const marks = useMemo((): MarkedFields | null => {
    if (!found) return null;
    const { label, icon, href, fields, counts } = found;
    const known = new Set(fields);
    return {
      label,
      icon: isIcon(icon) ? <Icon name={icon} size={16} /> : null,
      pressedBy: 'Ctrl Alt M',
      countOf: (name) => {
        const field = nameOf(name);
        const [named = '', ...within] = field.split('.').toReversed();
        // At most a language stands before it: a field in a row of a list is none of the record's.
        return within.length < 2 && known.has(named) ? (counts[field] ?? 0) : null;
      },
      open: (name) => void openFragment(`${href}${encodeURIComponent(nameOf(name))}`).then(refreshMarks),
      numeral: format.number,
    };
  }, [found, nameOf, format]);
  useMarkKey(marks);
  return <MarkedFieldsContext value={marks}>{children}</MarkedFieldsContext>;
}

function useFieldCounts(of: FieldMarksProps['of']): FieldCounts | null {
  const [found, setFound] = useState<FieldCounts | null>(null);
  const kind = of?.kind;
  const id = of && String(of.id);
  useEffect(() => {
    if (kind === undefined || id === null) return;
    let last = 0;
    const show = async () => {
      const turn = ++last;
      const counts = await readFieldMarks({ kind, id });
      if (turn === last) setFound(counts);
    };
    // What fails here is shown with the next change.
    const read = () => void show().catch(() => undefined);
    read();
    const end = watchMarks(read);
    return () => {
      last = Number.NaN;
      end();
    };
  }, [kind, id]);
  return found;
}

/** Ctrl Alt M presses the mark of the field in use, which a text editor knows as the key of its comments. */
function useMarkKey(marks: MarkedFields | null): void {
  useListener(
    'keydown',
    (event) => {
      const { ctrlKey, metaKey, altKey, code, target } = event;
      if (code !== 'KeyM' || !altKey || !(ctrlKey || metaKey)) return;
      // On some keyboards the two keys together write a letter.
      if (event.getModifierState('AltGraph') || !(target instanceof Element)) return;
      const field = target.closest(':has(> [data-field-mark])');
      const mark = field?.querySelector<HTMLElement>(':scope > [data-field-mark] > button');
      if (!mark) return;
      event.preventDefault();
      mark.click();
    },
    { isOn: marks !== null },
  );
}
