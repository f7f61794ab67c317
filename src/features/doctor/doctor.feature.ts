import type { Feature } from '#kernel/mount/feature.ts';
import { addressCheckup } from './checkups/address.checkup.ts';
import { backupCheckup, rehearsalCheckup } from './checkups/backup.checkup.ts';
import { certificateCheckup } from './checkups/certificate.checkup.ts';
import { clockCheckup } from './checkups/clock.checkup.ts';
import { configurationCheckup } from './checkups/configuration.checkup.ts';
import { databaseCheckup } from './checkups/database.checkup.ts';
import { diskCheckup } from './checkups/disk.checkup.ts';
import { officeCheckup } from './checkups/office.checkup.ts';
import { replicaCheckup } from './checkups/replica.checkup.ts';
import { storageCheckup } from './checkups/storage.checkup.ts';
import { doctorMessages } from './doctor.messages.ts';
import { doctorHome } from './doctor.rules.ts';
import { doctorRoutes } from './doctor.routes.ts';

/** Whether the installation is in order: what every office stands on, and what its features add. */
export const doctor: Feature = {
  name: 'doctor',
  messages: doctorMessages,
  menu: [{ key: 'doctor.heading', href: doctorHome, order: 7, group: 'user' }],
  checkups: [
    officeCheckup,
    addressCheckup,
    certificateCheckup,
    databaseCheckup,
    replicaCheckup,
    clockCheckup,
    diskCheckup,
    storageCheckup,
    backupCheckup,
    rehearsalCheckup,
    configurationCheckup,
  ],
  register: doctorRoutes,
};
