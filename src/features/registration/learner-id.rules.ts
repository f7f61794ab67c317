/** A learner ID has at most this many characters, whatever their script. */
export const mostLearner = 128;

/** Whether a text is not too long for the ID of a learner. */
export const fitsLearner = (text: string): boolean => Array.from(text).length <= mostLearner;

/** The address of a learner's page. It has the reference, never the ID, which would be in logs and referrers. */
export const learnerHref = (ref: string): string => `/learner/${ref}`;
