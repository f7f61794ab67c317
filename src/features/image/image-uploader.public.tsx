export { useImageRules } from './image-uploader.tsx';
