export { CustomerPage } from './customer-page.tsx';
export { CustomerPicker, findCustomers } from './customer-picker.tsx';
