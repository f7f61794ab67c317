export { type Comparison, readComparison } from './comparison.read.ts';
