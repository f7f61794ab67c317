import { useEffect } from 'react';
import { refreshView } from '#client/live/refresh.ts';

// What is due is done within a second of its time. Milliseconds.
const afterMs = 1200;
const againMs = 5000;
// As far as timers reach.
const furthestMs = 2 ** 31 - 1;

/** Shows the page anew once the first of these times (seconds) has come, so that what happens by itself then is seen. */
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
