/** The largest sheet that is taken: one of 100,000 rows is a tenth of this as .xlsx, and less than half as .csv. Bytes. */
export const maxSheetBytes = 200 << 20;
