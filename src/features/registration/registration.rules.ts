/** The states of a registration: it is valid, has expired, or its code was cancelled. */
export const registrationStatuses = ['active', 'expired', 'canceled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** How a registration was made. */
export const registrationWays = ['code', 'event'] as const;
