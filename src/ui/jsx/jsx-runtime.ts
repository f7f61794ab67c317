import { createElement as createOf, type ElementType, type ReactElement, type ReactNode } from 'react';
import * as react from 'react/jsx-runtime';
import { inOffice } from '#client/office-path.ts';

export type { JSX } from 'react';
export { Fragment } from 'react/jsx-runtime';

// What an element loads or leads to, and the elements of HTML that have one: a list draws thousands of others.
const addresses = ['href', 'src', 'action', 'formAction'];
const addressed = new Set(
  'a area audio base button embed form iframe img input link script source track video'.split(' '),
);

type Jsx = typeof react.jsx;

/**
 * What views are compiled to call: React's own functions, but that addresses in elements are those on the host of the office,
 * which may stand under a path there. So views name pages as `/book`, wherever the office stands.
 */
const withPath =
  (make: Jsx): Jsx =>
  (type, props, key) =>
    make(type, withAddresses(type, props), key);

/** The props of an element or a component; the addresses of an element are those on the host of the office. */
export function withAddresses(type: ElementType, props: unknown): unknown {
  if (typeof type !== 'string' || !addressed.has(type)) return props;
  let changed: Record<string, unknown> | undefined;
  for (const name of addresses) {
    const given: unknown = Object(props)[name];
    if (typeof given !== 'string') continue;
    const address = inOffice(given);
    if (address !== given) changed = { ...(changed ?? Object(props)), [name]: address };
  }
  return changed ?? props;
}

export const jsx = withPath(react.jsx);
export const jsxs = withPath(react.jsxs);

/** For elements that spread their props before their key. */
export const createElement = (type: ElementType, props: object | null, ...children: ReactNode[]): ReactElement =>
  createOf(type, Object(withAddresses(type, props)), ...children);
