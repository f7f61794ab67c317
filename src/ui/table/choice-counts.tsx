import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useFormat } from '../interface.tsx';
import type { ListQuery } from '../page/list-url.ts';

/** How many rows each value of a field would leave, by field; a field that is absent is not counted. */
export type ChoiceCounts = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;

const Counted = createContext<ChoiceCounts>({});

/** What the options within it are counted by. */
export const CountedChoices = Counted.Provider;

/**
 * The counts of the choices for the filters in use, read when their panel is opened and, while it is, the filters change.
 * The former ones stay until there are new ones; if they cannot be read, the choices stand without.
 */
export function useChoiceCounts(
  count: ((filter: ListQuery) => Promise<ChoiceCounts>) | undefined,
  filter: ListQuery,
): { counts: ChoiceCounts; toggle: (isOpen: boolean) => void } {
  const [counts, setCounts] = useState<ChoiceCounts>({});
  const [isOpen, setOpen] = useState(false);
  const turn = useRef(0);
  const address = JSON.stringify(filter);
  useEffect(() => {
    if (!count || !isOpen) return;
    turn.current += 1;
    const mine = turn.current;
    const show = (found: ChoiceCounts) => mine === turn.current && setCounts(found);
    void count(JSON.parse(address)).then(show, () => show({}));
  }, [count, isOpen, address]);
  return { counts, toggle: setOpen };
}

interface CountedOptionsProps {
  name: string;
  options: readonly { value: string | number; label: string }[];
}

/** The options of a field, each with how many rows it would leave where that is known. */
export function CountedOptions({ name, options }: CountedOptionsProps) {
  const { number } = useFormat();
  const counts = useContext(Counted)[name];
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {counts ? `${label} · ${number(counts[value] ?? 0)}` : label}
    </option>
  ));
}
