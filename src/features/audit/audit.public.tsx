export { AuditChanges, AuditDifference } from './audit-changes.tsx';
