/** Every picture of a book lies below this. */
export const imagePrefix = 'images/book/';

/** The most previews a book has. */
export const maxPreviews = 100;
