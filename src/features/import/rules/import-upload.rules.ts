/** The maximum size of a sheet: one of 100,000 rows is a tenth of this as .xlsx, and less than half as .csv. Bytes. */
export const maxSheetBytes = 200 << 20;

/** The maximum number of rows of a sheet, and so of books of an import; every page of them can be reached. */
export const longestImport = 100_000;
