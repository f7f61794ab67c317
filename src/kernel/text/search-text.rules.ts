/** The longest text that is searched for. Characters; a longer one finds nothing. */
export const mostText = 200;
