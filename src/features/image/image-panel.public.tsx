export { ImagesPanel } from './images-panel.tsx';
