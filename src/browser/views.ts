/**
 * Every view as a separate module. The build starts here to create them; no browser loads this file, because the server
 * names the file of each view ({@link file://./load-view.ts}).
 */
export const views = import.meta.glob(['../features/**/*.view.tsx', '../ui/**/*.view.tsx']);
