export { type PortalChange, type PortalKind, portalKinds } from './changes/portal-changes.rules.ts';
export { tellPortal } from './changes/told-changes.read.ts';
