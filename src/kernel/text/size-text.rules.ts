/** How the numbers of sizes are written. */
export const sizeFormat: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** The size of a file in megabytes; number and unit stay on one line. */
export const sizeText = (format: Intl.NumberFormat, bytes: number): string =>
  `${format.format(bytes / 1_048_576)}\u00a0MB`;
