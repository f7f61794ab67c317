import { CefrChecks } from './cefr-checks.tsx';

/** The inputs of a book whose level type is CEFR, as a form template. */
export default function CefrFields() {
  return <CefrChecks />;
}
