export { ContentPanel } from './content-panel.tsx';
