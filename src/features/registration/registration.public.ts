/** The entity of registrations in audit and change rows. */
export const registrationEntity = 'registration';
