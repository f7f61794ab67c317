import * as react from 'react/jsx-dev-runtime';
import { withAddresses } from './jsx-runtime.ts';

export type { JSX } from 'react';
export { Fragment } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof react.jsxDEV = (type, props, ...others) =>
  react.jsxDEV(type, withAddresses(type, props), ...others);
