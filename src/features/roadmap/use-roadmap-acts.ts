import { createContext, useContext } from 'react';

/** Where a menu opens, in pixels of the viewport. */
export interface MenuPosition {
  x: number;
  y: number;
}

/** The actions for books of the screen, in the waiting list or in a row. */
export interface RoadmapActs {
  isSelected: (bid: string) => boolean;
  toggle: (bid: string) => void;
  /** Selects all books from the last selected one to this one, in the waiting list or in the rows. */
  selectTo: (bid: string) => void;
  openMenu: (bid: string, position: MenuPosition) => void;
  /** In a bulk edit only books in rows can be moved; the waiting list is fixed. */
  isBulk: boolean;
  /** The book to focus once it is rendered in its new place. */
  followed: string | null;
  onFollowed: () => void;
}

const ActsContext = createContext<RoadmapActs | null>(null);

export const RoadmapActsProvider = ActsContext;

export function useRoadmapActs(): RoadmapActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('useRoadmapActs: there is no RoadmapActsProvider around this component');
  return acts;
}
