import type { ReactNode } from 'react';
import { Card, CardHead } from '../kit/card.tsx';
import { Stack } from '../kit/layout.tsx';

/** Some parts of the kit in their states, under their names in the code. */
export const KitPart = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <Card aria-label={names.join(', ')}>
    <CardHead>
      <h2>{names.join(', ')}</h2>
    </CardHead>
    <Stack>{children}</Stack>
  </Card>
);
