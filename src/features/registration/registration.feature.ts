import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { countByDay, type DayCount } from '#kernel/work/days.ts';
import { unknownHash } from '#kernel/work/exported-tables.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { fillingEvents } from './filling-events.read.ts';
import { registrationListRoutes } from './list/registration-list.routes.ts';
import { participantRoutes } from './participant/participant.routes.ts';
import { redeemRoutes } from './redeem/redeem.routes.ts';
import { registrationChecks } from './registration.checks.ts';
import { registrationMessages } from './registration.messages.ts';
import { registrationPersonal } from './registration.personal.ts';
import { registrationRecord } from './registration.record.ts';
import { registrationSample } from './registration.sample.ts';
import { foldRegistrationDaysOften, storeRegistrationZone } from './registration-days.store.ts';
import { shortLivedTries } from './tries/try.store.ts';

/** Registrations: what learners may read, made by redeeming the code of a batch or of an event. */
export const registration: Feature = {
  name: 'registration',
  messages: registrationMessages,
  menu: [
    {
      key: 'registration.redeem_heading',
      href: '/code/redeem',
      also: ['/registration'],
      order: 65,
      group: 'codes',
      icon: 'redeem',
      letter: 'm',
    },
  ],
  personal: registrationPersonal,
  shortLived: [shortLivedTries],
  checks: registrationChecks,
  exported: {
    tables: ['refused_try', 'registration', 'registration_day', 'registration_zone'],
    without: { 'refused_try.code_hash': 'It is made with the secret of one office.' },
    filled: { 'refused_try.code_hash': unknownHash },
  },
  async register(kernel) {
    await kernel.work.write(systemCaller('registration.days'), storeRegistrationZone, { long: true });
    foldRegistrationDaysOften(kernel);
    redeemRoutes(kernel);
    registrationListRoutes(kernel);
    participantRoutes(kernel);
    kernel.records.define(registrationRecord);
    kernel.samples.add(registrationSample);
    kernel.home.addTasks(fillingEvents);
    kernel.home.addFigure({
      label: 'registration.figure',
      href: (since) => `/registration?${new URLSearchParams({ since })}`,
      find: countRegistrationsByDay,
    });
  },
};

const countRegistrationsByDay = (ctx: Context, since: string): Promise<DayCount[]> =>
  countByDay(
    ctx,
    since,
    (starts, ends) => sql`
      select 1 from registration
      where registered_at >= ${secondsOf(starts)} and registered_at < ${secondsOf(ends)}`,
  );
