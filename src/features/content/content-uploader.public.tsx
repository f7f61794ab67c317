export { useContentRules } from './content-uploader.tsx';
