export { UnitEditor } from './unit-editor.tsx';
