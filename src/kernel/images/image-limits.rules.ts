/** The largest image file that is taken. Bytes. */
export const maxImageBytes = 20 << 20;
