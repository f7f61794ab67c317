import { useEffect, useRef } from 'react';
import { client } from '#client/api.ts';
import { hearOffers, offeredPicks, showContained } from '#client/picks.ts';
import { contentTypes } from '#features/collection/collection.public.tsx';
import type { contentsApi } from './contents.contract.ts';
import type { Contents } from './use-contents.ts';

const call = client<typeof contentsApi>();

// A page registers its rows one by one. Milliseconds.
const pauseMs = 100;
// The longest list of ids in an address.
const idsLength = 6000;

/** Tells the rows of the page beside the panel which of them the collection contains, after each change too. */
export function useContained(cid: string, { state }: Contents): void {
  const show = useRef<() => void>(() => undefined);
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout>;
    let newest = 0;
    show.current = () => {
      clearTimeout(pause);
      pause = setTimeout(async () => {
        // Without an answer, rows offer what they offered before.
        const turn = ++newest;
        const keys = await findContained(cid, offeredPicks()).catch(() => null);
        if (keys && turn === newest) showContained(keys);
      }, pauseMs);
    };
    show.current();
    return () => {
      newest = Number.POSITIVE_INFINITY;
      clearTimeout(pause);
    };
  }, [cid, state]);
  useEffect(() => hearOffers(() => show.current()), []);
}

async function findContained(cid: string, keys: readonly string[]): Promise<string[]> {
  const found = contentTypes.flatMap((type) => {
    const ids = keys.flatMap((key) => (key.startsWith(`${type}:`) ? key.slice(type.length + 1) : []));
    return inAddresses(ids).map(async (some) => {
      const query = { type, ids: some };
      const { results } = await call('GET /api/v5/collection/:cid/contents/contained', { params: { cid }, query });
      return results.map((id) => `${type}:${id}`);
    });
  });
  return (await Promise.all(found)).flat();
}

/** The ids, separated by spaces, in as few lists as fit into addresses. */
function inAddresses(ids: readonly string[]): string[] {
  const lists: string[] = [];
  for (const id of ids) {
    const last = lists.at(-1);
    if (last === undefined || last.length + id.length >= idsLength) lists.push(id);
    else lists[lists.length - 1] = `${last} ${id}`;
  }
  return lists;
}
