import { useSyncExternalStore } from 'react';
import { isBusy, watchBusy } from '#client/live-page.ts';

/** Whether the list shown is about to be replaced by the one that the person has asked for. */
export const useBusy = (): boolean => useSyncExternalStore(watchBusy, isBusy, () => false);
