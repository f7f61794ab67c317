/** What the preview shows of: rows planned as this, left out, or with a warning; or all. */
export const previewFilters = ['all', 'new', 'changed', 'unchanged', 'rejected', 'warned', 'dropped'] as const;
export type PreviewFilter = (typeof previewFilters)[number];
