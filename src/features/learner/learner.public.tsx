export { useErase } from './erasure/use-erase.ts';
