export { CustomerPage } from './customer-page.tsx';
export { CustomerPicker } from './customer-picker.tsx';
