/** The prefix of all images of books. */
export const imagePrefix = 'images/book/';

/** The maximum number of previews of a book. */
export const maxPreviews = 100;
