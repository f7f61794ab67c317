import { useEffect } from 'react';
import { refreshView } from '#client/live/refresh.ts';

// Due acts are done within a second of their time. Milliseconds.
const afterMs = 1200;
const againMs = 5000;
// The longest delay a timer supports.
const furthestMs = 2 ** 31 - 1;

/** Refreshes the page once the first of these times (seconds) has passed, so that scheduled changes show up. */
export function useDueRefresh(now: number, times: readonly number[], isWanted = true): void {
  const next = times.length === 0 || !isWanted ? null : Math.min(...times);
  useEffect(() => {
    if (next === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const refreshIn = (ms: number) => {
      timer = setTimeout(() => void refresh(), Math.min(ms, furthestMs));
    };
    const refresh = async () => {
      const became = await refreshView('live').catch(() => 'kept');
      if (became === 'kept') refreshIn(againMs);
    };
    refreshIn(next > now ? (next - now) * 1000 + afterMs : againMs);
    return () => clearTimeout(timer);
  }, [now, next]);
}
