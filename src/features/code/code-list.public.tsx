/* The public interface for screens that list codes as the code manager does. */

export { useCodeColumns, useCodeValues } from './list/use-code-columns.tsx';
export { useCodeFilters } from './list/use-code-filters.tsx';
