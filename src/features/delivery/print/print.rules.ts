/** How codes are printed: cards to cut out, sheets of labels, or plain sheets. */
export const printLayouts = ['cards', 'labels', 'sheet'] as const;
export type PrintLayout = (typeof printLayouts)[number];

/** The most codes in one printed file; a printer who prints more takes the CSV file. */
export const mostPrinted = 10_000;
