import { LRUCache } from 'lru-cache';
import type { FeedPosition } from './feed-position.ts';

/** A cached answer: its tag, and its text unless only the tag was needed. */
export interface Answer {
  tag: string;
  body?: string;
}

/** An answer with the position of the change feed when it was read, or last found unchanged. */
export interface CachedAnswer extends Answer, Omit<FeedPosition, 'open'> {
  /** What a cache in between removes it by; see cache-tags. */
  tags: string;
}

// The size of an entry besides its text and its address. Bytes.
const entryBytes = 500;

export type AnswerCache = LRUCache<string, CachedAnswer>;

/**
 * Answers of this process by address, limited by bytes. The change feed tells whether an entry is still valid, so nothing
 * has to be evicted when something changes, here or elsewhere.
 */
export const answerCache = (mostBytes: number): AnswerCache =>
  new LRUCache({
    maxSize: mostBytes,
    // Two bytes per character: a single one beyond Latin-1 makes a whole string take them. The address counts too, since
    // callers choose its length.
    sizeCalculation: ({ body = '' }, address) => entryBytes + 2 * (address.length + body.length),
  });
