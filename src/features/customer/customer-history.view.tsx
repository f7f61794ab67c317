import { CustomerPage } from './customer.public.tsx';
import type { CustomerHead } from './customer-head.read.ts';

/** The head of a customer above its history, which is a separate fragment. */
export default function CustomerHistory({ head }: { head: CustomerHead }) {
  return <CustomerPage head={head} tab={`/customer/${head.customer.cust_idx}/history`} />;
}
