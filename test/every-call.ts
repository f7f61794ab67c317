import { type Caller, until } from './call-by-key.ts';
import { useAssistant } from './every-assistant-call.ts';
import { useBookParts } from './every-book-call.ts';
import { useBatches, useCodes, useCustomers } from './every-code-call.ts';
import { useCollections } from './every-collection-call.ts';
import { useFaults, useMails, useTerms, useThreads } from './every-desk-call.ts';
import { useFiles, useSheets } from './every-import-call.ts';
import { useBooks, useGuides, useLists, useLive, useRoadmaps } from './every-library-call.ts';
import { useOrders } from './every-order-call.ts';
import { usePortal } from './every-portal-call.ts';
import { useEvents } from './every-registration-call.ts';
import { useStaff, useWebhooks } from './every-staff-call.ts';

/** Makes every call once with valid input, in an order in which each finds the records it needs. */
export async function useEveryCall(call: Caller, waitForJob: () => Promise<void>): Promise<void> {
  await useLists(call);
  await useStaff(call);
  await useLive(call);
  await useBooks(call);
  await useCustomers(call);
  await useRoadmaps(call);
  await useCodes(call);
  await useCollections(call);
  await useEvents(call);
  await useBatches(call);
  await useGuides(call);
  await useWebhooks(call);
  await useMails(call);
  await useThreads(call);
  await useAssistant(call);
  await useFaults(call);
  await useTerms(call);
  await useBookParts(call);
  await useSheets(call, waitForJob);
  await useFiles(call);
  await usePortal(call);
  await useOrders(call, until);
}
