/** How long a failure counts, in seconds, and how many failures are allowed per ID and per address. */
export const throttle = { windowSeconds: 15 * 60, perId: 10, perAddress: 100 };
