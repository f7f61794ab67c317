/** How many unknown codes a member of staff may look up within the period of the throttle, in minutes. */
export const tries = { count: 20, minutes: 15 };
