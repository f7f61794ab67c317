import type { Feature } from '#kernel/feature.ts';
import { registrationMessages } from './registration.messages.ts';

/** Registrations: what learners may read, made by redeeming the code of a batch or of an event. */
export const registration: Feature = {
  name: 'registration',
  messages: registrationMessages,
  register() {},
};
