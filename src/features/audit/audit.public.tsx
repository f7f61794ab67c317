export { AuditDifference } from './audit-changes.tsx';
