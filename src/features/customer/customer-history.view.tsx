import type { CustomerHead } from './customer-head.public.ts';
import { CustomerPage } from './customer-page.public.tsx';

/** The head of a customer above its history, which is a separate fragment. */
export default function CustomerHistory({ head }: { head: CustomerHead }) {
  return <CustomerPage head={head} tab={`/customer/${head.customer.cust_idx}/history`} />;
}
