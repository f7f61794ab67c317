/** The filters of the preview: rows with this planned status, excluded rows, rows with a warning, or all. */
export const previewFilters = ['all', 'new', 'changed', 'unchanged', 'rejected', 'warned', 'dropped'] as const;
export type PreviewFilter = (typeof previewFilters)[number];
