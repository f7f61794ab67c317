/**
 * Every view as a module of its own. The build starts here to make them; no browser loads this file, for the server names
 * the file of each view ({@link file://./load-view.ts}).
 */
export const views = import.meta.glob(['../../features/**/*.view.tsx', '../../ui/**/*.view.tsx']);
