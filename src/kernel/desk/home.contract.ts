import type { z } from 'zod';
import type { Referring } from '../records/references.ts';
import type { TaskDeed } from './home.ts';

interface DeedAnswer {
  results: {
    changed?: number;
    act_idx?: number | undefined;
    /** The job that does it, if it takes long. */
    work_idx?: number | undefined;
    /** In a dry run: what to ask first. */
    question?: { title: string; body: string; figures: string[]; lost_in?: Referring | undefined } | undefined;
  };
}

/** The calls by which tasks are dealt with, as the start page makes them. */
export type DeedApi = {
  [Key in TaskDeed['call']]: {
    summary: string;
    body: z.ZodType<Record<string, unknown> | undefined>;
    response: z.ZodType<DeedAnswer>;
  };
};
