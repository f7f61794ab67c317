/** The largest sheet that is taken: one of 100,000 rows is a tenth of this as .xlsx, and less than half as .csv. Bytes. */
export const maxSheetBytes = 200 << 20;

/** The most rows of a sheet, and with it the most books of an import; all of them can be paged to. */
export const longestImport = 100_000;
