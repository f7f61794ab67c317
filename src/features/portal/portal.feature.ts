import { servePackage } from '#kernel/http/served-package.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { portalAccess } from './access/access.ts';
import { portalChanges } from './changes/portal-changes.routes.ts';
import { portalMessages } from './portal.messages.ts';
import { portalRoutes } from './portal.routes.ts';
import { CachedSettings, portalSettingList } from './portal.settings.ts';
import { planPreviews } from './preview/plan-previews.read.ts';
import { ownPreviews, previewRecord } from './preview/preview.record.ts';
import { previewRoutes } from './preview/preview.routes.ts';

/** The portals of readers: programs with an API key, which get only what is published. */
export const portal: Feature = {
  name: 'portal',
  messages: portalMessages,
  exported: {
    tables: [],
    without: { preview_link: 'A preview opens one office, for some days.' },
  },
  async register(kernel) {
    const settings = new CachedSettings();
    for (const setting of portalSettingList) kernel.settings.add(setting);
    portalAccess(kernel, settings);
    portalRoutes(kernel, settings);
    portalChanges(kernel);
    servePackage(kernel, 'portal');
    await previewRoutes(kernel);
    kernel.approvals.previewsWith(planPreviews(kernel));
    kernel.records.define(previewRecord);
    kernel.belongings.add(ownPreviews);
  },
};
