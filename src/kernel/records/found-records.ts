import type { Context } from '../work/context.ts';

/** A record found by the finder. */
export interface RecordHit {
  label: string;
  /** What distinguishes it from similar records: an id, a series. */
  detail: string;
  href: string;
  /** Another name, such as its bid: an exact match comes first. */
  id?: string;
  /** The id of its record, for what can be done with it. */
  record?: string;
  /** How near it comes to a text with slips in it, from 0 to 1. */
  nearness?: number;
  /** Who or what it is by or part of: matched like a word of the title, after titles. */
  by?: string;
  /** The cover of a book: its image, or null for one that is drawn. */
  cover?: { bid: string; source: string | null };
}

/** An action offered by the finder: the message key of its name, its icon, and where to do it. */
export interface FinderAct {
  key: string;
  icon: string;
  href: string;
  /** The message key of other words that people look for it by. */
  words?: string;
}

/** What a kind of record tells the finder, Ctrl K. */
export interface FoundRecord {
  find?: {
    /** The name of its icon, see `ui/icon.tsx`. */
    icon: string;
    /** Finds a few matches, including the best. */
    by: (ctx: Context, text: string) => Promise<RecordHit[]>;
    /** Finds what comes near a text with slips in it, nearest first. */
    near?: (ctx: Context, text: string) => Promise<RecordHit[]>;
    /** What can be done with one: the message key of its name, and where. */
    acts?: readonly { key: string; href: (id: string) => string }[];
  };
  /** What can be done with records of this kind. */
  acts?: readonly FinderAct[];
}
