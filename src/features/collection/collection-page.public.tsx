export { ManageOffButton } from './contents/manage-button.tsx';
export { useManageMode } from './contents/use-manage-mode.ts';
export { CollectionPage } from './record/collection-page.tsx';
export { useLock } from './record/use-lock.ts';
