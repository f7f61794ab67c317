import type { RefusedPart } from '#kernel/work/approval.ts';

/** What a call on many records would leave as it is, as such calls answer it. */
export function refusedIn(answer: unknown): RefusedPart[] {
  const { results, data } = Object(answer);
  const { left, refused } = Object(results ?? data);
  const { reasons } = Object(refused);
  const counted = Object.entries(Object(left)).map(([reason, count]) => ({ reason, count: Number(count) || 0 }));
  const named = (Array.isArray(reasons) ? reasons : []).map(({ message, count }) => ({
    reason: String(message),
    count: Number(count),
  }));
  return [...counted.filter(({ count }) => count > 0), ...named];
}
