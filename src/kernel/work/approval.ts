/** A call as its caller sent it, to be made again. */
export interface GivenCall {
  method: string;
  url: string;
  body: unknown;
}

/** What an assistant proposes: its call is tried and planned, whatever it would do, and never done. */
export interface Proposal {
  /** The key that the assistant calls with. */
  keyIdx: number;
  /** The name of the key. */
  assistant: string;
  /** What it says about it. */
  why: string;
}

/** The approval under which planned work is done; `by` has approved it, `version` is what they saw. */
export interface Approval {
  apprIdx: number;
  version: number;
  /** An ID of staff. */
  by: string;
  /** Why it is applied without another person: `by` has planned it. */
  reason?: string | undefined;
  /** Called where a job goes on with the work under this approval. */
  onJob?: () => void;
  /** Called where the work is done under this approval. */
  onDone?: () => void;
}
