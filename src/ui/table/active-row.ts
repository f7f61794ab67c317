import { createContext } from 'react';

/** Whether the row of a list around a cell has the pointer or the focus: what only then is shown is not drawn before. */
export const ActiveRow = createContext(false);
