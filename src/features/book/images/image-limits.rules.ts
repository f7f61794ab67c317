/** The largest image file that is taken. Bytes. */
export const maxImageBytes = 20 << 20;

/** The most previews a book has. */
export const maxPreviews = 100;
