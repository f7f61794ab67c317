import { createContext, useContext } from 'react';

/** Where a menu opens. Pixels of the window. */
export interface MenuPlace {
  x: number;
  y: number;
}

/** What one does with the books of the screen, whether they wait or stand in a row. */
export interface RoadmapActs {
  isSelected: (bid: string) => boolean;
  toggle: (bid: string) => void;
  openMenu: (bid: string, place: MenuPlace) => void;
  /** A bulk edit is about the rows: what waits stays where it is. */
  isBulk: boolean;
  /** The book that gets the focus once it is drawn in its new place. */
  followed: string | null;
  onFollowed: () => void;
}

const ActsContext = createContext<RoadmapActs | null>(null);

export const RoadmapActsProvider = ActsContext;

export function useRoadmapActs(): RoadmapActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('The books of a roadmap are drawn inside RoadmapActsProvider.');
  return acts;
}
