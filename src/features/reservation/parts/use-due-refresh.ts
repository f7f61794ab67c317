import { useEffect } from 'react';
import { showInPlace } from '#client/live-page.ts';

// A change is applied within a second of its time. Milliseconds.
const afterMs = 1200;
const againMs = 5000;
// As far as timers reach.
const furthestMs = 2 ** 31 - 1;

/** Shows the page anew once the first of these times (seconds) has come, so that what is applied by itself is seen. */
export function useDueRefresh(now: number, times: readonly number[], isWanted = true): void {
  const next = times.length === 0 || !isWanted ? null : Math.min(...times);
  useEffect(() => {
    if (next === null) return;
    const inMs = next > now ? (next - now) * 1000 + afterMs : againMs;
    const timer = setTimeout(
      () => void showInPlace(location.pathname + location.search).catch(() => undefined),
      Math.min(inMs, furthestMs),
    );
    return () => clearTimeout(timer);
  }, [now, next]);
}
