import { useState } from 'react';
import { askToUndo } from '#client/dialogs.ts';

/** Some records of an act, for which alone it is undone. */
export interface UndoSome {
  isChosen: (id: string) => boolean;
  /** Those that are chosen, in the order in which they were. */
  chosen: readonly string[];
  choose: (ids: readonly string[], chosen: boolean) => void;
  /** Shows what undoing the act for these records would do, and does it if confirmed. */
  undo: (ids: readonly string[]) => void;
}

/** The records of an act that are chosen on the screen, and undoing it for them. */
export function useUndoSome(act: number | null): UndoSome {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return {
    chosen,
    isChosen: (id) => chosen.includes(id),
    choose: (ids, isChosen) =>
      setChosen((before) => {
        const others = before.filter((id) => !ids.includes(id));
        return isChosen ? [...others, ...ids] : others;
      }),
    undo: (ids) => {
      if (act !== null) void askToUndo(act, { ids });
    },
  };
}
