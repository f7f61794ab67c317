/** What an ID may look like. */
export const staffIdPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
