export { unitEditor } from './unit-info.routes.ts';
export type { UnitEditorData } from './unit-editor.tsx';
