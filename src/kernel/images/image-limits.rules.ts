/** The largest image file accepted. Bytes. */
export const maxImageBytes = 20 << 20;
