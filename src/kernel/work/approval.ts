/** A call as its caller sent it, to be made again. */
export interface GivenCall {
  method: string;
  url: string;
  body: unknown;
  /** Its `Idempotency-Key`: made again, it is still the call that its caller may repeat. */
  key?: string | undefined;
  /** The API key, by its name, with which a program makes it for its person. */
  program?: string | undefined;
}

/** A change as the trail tells changes. */
export interface PlannedChange {
  entity: string;
  id: string;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** What work did, as its approval shows it. */
export interface Plan {
  changes: PlannedChange[];
  /** How many changes there are, with those that are not shown. */
  count: number;
  /** Of a plan that took the place of another: the records that somebody else has changed meanwhile. */
  conflicts?: PlanConflict[];
  /** What it means for readers, by the features that have counted it. */
  effects?: Record<string, unknown>;
  /** Whether all of it is done in one transaction, so that it can be shown in one. */
  isWhole?: boolean;
  /** What the call would leave as it is, and why. */
  refused?: RefusedPart[];
  /** Of a plan with more changes than are shown at once: how many of each kind. */
  figures?: PlanFigure[];
  /** How many of these are kept, page by page. */
  listed?: number;
}

/** So many changes of a kind, of which this record is one. */
export interface PlanFigure {
  entity: string;
  action: string;
  id: string;
  count: number;
}

/** A record that somebody else has changed since it was planned. */
export interface PlanConflict {
  entity: string;
  id: string;
  /** What of it would have been changed, as it was then; undefined if it was not planned to change. */
  was?: unknown;
}

/** So many of what a call was asked to change would stay as they are, for this reason. */
export interface RefusedPart {
  reason: string;
  count: number;
}

/** A plan beside what recognizes it when the work is done again. */
export interface MadePlan {
  plan: Plan;
  digest: string;
  /** The pages of changes after those that the plan has itself, if they were read. */
  pages?: PlannedChange[][];
}

/** How many changes a proposal may have: what is tried within a call, and what a person sees page by page. */
export const mostProposed = 20_000;

/** What an assistant proposes: its call is tried and planned, whatever it would do, and never done. */
export interface Proposal {
  /** The key that the assistant calls with. */
  keyIdx: number;
  /** The name of the key. */
  assistant: string;
  /** What it says about it. */
  why: string;
  /** Throws if the assistant has no right to a plan that changes these kinds of records. */
  requireKinds?: (entities: ReadonlySet<string>) => void;
  /** It is tried again, and its plan tells all that it rests on: versions of the time of the first try do not count. */
  isComparedWhole?: boolean;
  /** Takes the plan in place of storing it, with the title of what it changes: a person edits what was proposed. */
  onPlanned?: (made: MadePlan & { title: string }) => void;
}

/** The approval under which planned work is done; `by` has approved it, `version` is what they saw. */
export interface Approval {
  apprIdx: number;
  version: number;
  /** An ID of staff. */
  by: string;
  /** The assistant that has proposed it, if any. */
  assistant?: string | undefined;
  /** It is done only if it is still what the plan tells, which is all that it rests on: versions do not count. */
  isComparedWhole?: boolean;
  /** Why it is applied without another person: `by` has planned it. */
  reason?: string | undefined;
  /** Called where a job goes on with the work under this approval. */
  onJob?: () => void;
  /** Called where the work is done under this approval. */
  onDone?: () => void;
}
