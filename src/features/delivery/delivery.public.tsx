export { PartnerLinkButton } from './partner/partner-link-button.tsx';
export { mostPrinted, printLayouts } from './print/print.rules.ts';
