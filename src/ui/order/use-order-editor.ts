import { useOnDemand } from './use-on-demand.ts';

const load = () => import('./order-editor.tsx');

/** Reorder mode of a list. */
export function useOrderEditor() {
  const { loaded, ...mode } = useOnDemand(load);
  return { Editor: loaded?.OrderEditor ?? null, ...mode };
}
