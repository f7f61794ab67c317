export { asText } from './doctor.rules.ts';
export { Examination, resultOf } from './examine.service.ts';
