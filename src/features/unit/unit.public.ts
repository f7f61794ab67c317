export { unitPanel } from './unit-info.routes.ts';
export type { UnitPanelData } from './unit-info-panel.tsx';
