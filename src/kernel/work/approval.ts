/** A call as its caller sent it, to be made again. */
export interface GivenCall {
  method: string;
  url: string;
  body: unknown;
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
}
