export { BatchPicker } from './batch-picker.tsx';
