export { DraftBar } from './desk/draft-bar.tsx';
export { DraftPanel } from './desk/draft-panel.tsx';
export { type MachineDrafts, useMachineDrafts } from './desk/use-machine-drafts.ts';
