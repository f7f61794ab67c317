import type { Feature } from '#kernel/feature.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { registrationMessages } from './registration.messages.ts';
import { foldRegistrationDaysOften, keepRegistrationZone } from './registration-days.store.ts';

/** Registrations: what learners may read, made by redeeming the code of a batch or of an event. */
export const registration: Feature = {
  name: 'registration',
  messages: registrationMessages,
  async register(kernel) {
    await kernel.work.write(systemCaller('registration.days'), keepRegistrationZone);
    foldRegistrationDaysOften(kernel);
  },
};
