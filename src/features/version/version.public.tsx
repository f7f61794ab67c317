export { ComparisonView } from './comparison.tsx';
