export { PastePanel } from './sheet/paste-panel.tsx';
