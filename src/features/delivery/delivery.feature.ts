import { sql } from 'kysely';
import type { Feature } from '#kernel/mount/feature.ts';
import { unknownHash } from '#kernel/work/exported-tables.ts';
import { batchUndelivered } from './delivery.faults.ts';
import { deliveryRecord, deliveryRoutes } from './file/delivery.routes.ts';
import { partnerRoutes } from './partner/partner.routes.ts';
import { linkRecord, linkRoutes, ownLinks } from './partner/partner-link.routes.ts';
import { codeUrl } from './print/code-url.setting.ts';

/** How codes leave: as files and prints, each recorded, and from the partner's page of a batch. */
export const delivery: Feature = {
  name: 'delivery',
  wordsOf: 'code',
  exported: {
    tables: ['code_link'],
    without: {
      'code_link.token_hash': 'A link opens one office. What was sent with it stays told, and the link is closed.',
      'code_link.password_hash': 'A password stays with those who know it.',
    },
    filled: { 'code_link.token_hash': unknownHash, 'code_link.revoked_at': sql`coalesce(revoked_at, now())` },
  },
  async register(kernel) {
    deliveryRoutes(kernel);
    kernel.faults.add(batchUndelivered);
    linkRoutes(kernel);
    await partnerRoutes(kernel);
    kernel.settings.add(codeUrl);
    kernel.records.define(deliveryRecord, linkRecord);
    kernel.belongings.add(ownLinks);
  },
};
