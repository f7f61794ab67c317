import { nodeIn, nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';

const deletion = '05';
const frontCover = '01';

/** Whether the sender withdraws the product. */
export const isDeletion = (product: OnixNode): boolean => textIn(product, 'NotificationType') === deletion;

/** The link to the first front cover of a product. */
export const coverLinkOf = (product: OnixNode): string | undefined =>
  nodesIn(nodeIn(product, 'CollateralDetail'), 'SupportingResource')
    .filter((one) => textIn(one, 'ResourceContentType') === frontCover)
    .flatMap((one) => nodesIn(one, 'ResourceVersion'))
    .map((version) => textIn(version, 'ResourceLink'))
    .find((link) => link !== '');
