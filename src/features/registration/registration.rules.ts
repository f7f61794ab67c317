/** The states of a registration: it runs, has ended by itself, or its code was cancelled. */
export const registrationStatuses = ['active', 'expired', 'canceled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** What a registration was made by. */
export const registrationWays = ['code', 'event'] as const;
export type RegistrationWay = (typeof registrationWays)[number];
