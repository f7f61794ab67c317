export { portalChangesOf } from './changes/portal-changes.read.ts';
export { type PortalChange, type PortalKind, portalKinds } from './changes/portal-changes.rules.ts';
