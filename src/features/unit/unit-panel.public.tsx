export { UnitInfoPanel } from './unit-info-panel.tsx';
