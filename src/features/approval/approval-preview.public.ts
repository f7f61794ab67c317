export { inPlan, planName } from './in-plan.service.ts';
