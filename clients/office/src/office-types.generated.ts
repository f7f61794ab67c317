// Written by `npm run generate` from openapi.json.

/** The key that calls, and for whom. */
export interface OwnKey {
  name: string;
  staff_id: string;
  is_admin: boolean;
}

/** An import: what it will change, or has changed. */
export interface Import {
  import_idx: number;
  version: number;
  status: 'mapping' | 'ready' | 'applying' | 'applied' | 'undone';
  act_idx: number | null;
  source: 'sheet' | 'call' | 'books';
  step: 'isbn' | 'images' | 'sentences' | 'audio' | 'done';
  done_steps: ('isbn' | 'images' | 'sentences' | 'audio' | 'done')[];
  file_name: string | null;
  sheet_name: string | null;
  update: boolean;
  create_missing: boolean;
  sort_levels: boolean;
  mixed_levels: {
    series: string;
    later: string;
    earlier: string;
  } | null;
  row_count: number;
  counts: {
    new: number;
    changed: number;
    unchanged: number;
    rejected: number;
    dropped: number;
    warned: number;
  };
  missing: {
    kind: 'series' | 'level' | 'category' | 'age_group';
    title: string;
    series: string | null;
    rows: number;
    similar: string | null;
  }[];
  missing_counts: {
    series: number;
    level: number;
    category: number;
    age_group: number;
  };
  unknown_columns: string[];
  notes: {
    hidden_rows: number;
    hidden_columns: string[];
    ignored_rows: {
      count: number;
      first: number[];
    };
    merged: {
      count: number;
      first: {
        cell: string;
        with: string;
      }[];
    };
  } | null;
  altered: {
    count: number;
    first: {
      cell: string;
      text: string;
      now: string;
    }[];
  };
  problem: string | null;
  kept: {
    bid: string;
    reason: 'edited' | 'published' | 'held';
    by: string | null;
    at: number;
  }[];
  kept_count: number;
  created_by: string | null;
  created_at: number;
  applied_by: string | null;
  applied_at: number;
  undone_by: string | null;
  undone_at: number;
  progress: {
    done: number;
    total: number;
  } | null;
}

/** A row of an import. */
export interface ImportRow {
  row_no: number;
  status: 'new' | 'changed' | 'unchanged' | 'rejected' | null;
  cells: (string | null)[];
  changed: string[];
  current: Record<string, unknown>;
  errors: {
    field: string;
    column: string;
    label: string;
    message: string;
  }[];
  warnings: {
    field: string;
    column: string;
    label: string;
    message: string;
  }[];
  applied: {
    bid: string;
    undone: {
      at: number;
      actor: string | null;
    } | null;
  } | null;
  cut: string[];
}

/** How far a sheet is read. */
export interface ImportProgress {
  rows: number;
  total: number;
  ahead: number;
  preview: {
    sheet: string;
    columns: {
      field: string;
      index: number;
      letter: string;
      label: string;
      required: boolean;
    }[];
    rows: {
      row_no: number;
      status: 'new' | 'changed' | 'unchanged' | 'rejected' | null;
      cells: (string | null)[];
      changed: string[];
      current: Record<string, unknown>;
      errors: {
        field: string;
        column: string;
        label: string;
        message: string;
      }[];
      warnings: {
        field: string;
        column: string;
        label: string;
        message: string;
      }[];
      applied: {
        bid: string;
        undone: {
          at: number;
          actor: string | null;
        } | null;
      } | null;
      cut: string[];
    }[];
  } | null;
}

/** A file of texts that came back. */
export interface TextImport {
  timp_idx: number;
  file: string;
  status: 'ready' | 'applied' | 'undone';
  created_at: number;
  created_by: string | null;
  act_idx: number | null;
  changed: number;
  same: number;
  conflicts: number;
  wrong: number;
  rows: {
    place: string | null;
    id: string;
    what: string;
    context: string;
    field: string;
    label: string;
    language: 'en' | 'es' | 'jp' | 'ko' | 'tr';
    state: 'changed' | 'conflict' | 'wrong';
    before: string;
    after: string;
    paragraphs: {
      right: number;
      left: number;
    } | null;
    message: string | null;
    terms: {
      term: string;
      forms: string[];
      english: {
        kind: 'same' | 'old' | 'new';
        text: string;
      }[];
    }[];
  }[];
}

/** A batch of codes with its current figures. */
export interface Batch {
  cg_idx: number;
  title: string;
  cust_idx: number;
  customer: string;
  cidx: number;
  collection: string;
  status: 'issuing' | 'issued' | 'failed' | 'cancelled';
  count: number;
  memo: string;
  cid: string;
  price: string;
  currency: string;
  length: number;
  valid_from: number;
  valid_until: number;
  /** How many days after `valid_after` a code ends; 0 if it ends at valid_until or never */
  valid_days: number;
  valid_after: 'issue' | 'delivery' | 'vend' | null;
  reg_date: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  version: number;
  /** Of its quantity: how many are still to be issued */
  missing: number;
  /** Ever issued: its quantity, less what is missing, and those withdrawn */
  issued: number;
  /** Taken by lowering its quantity */
  withdrawn_codes: number;
  /** Of its quantity: those that can be activated */
  unused_codes: number;
  active_codes: number;
  /** Ever activated, whatever their state is now */
  activated_codes: number;
  expired_codes: number;
  /** Of its quantity: those cancelled, thus none that were withdrawn */
  canceled_codes: number;
  /** Why issuing failed */
  problem: string | null;
  progress: {
    done: number;
    total: number;
  } | null;
}

/** The files with codes of a batch that have left. */
export interface Deliveries {
  deliveries: {
    del_idx: number;
    at: number;
    /** The staff ID; null for a download from the partner's page */
    by: string | null;
    /** The customer */
    to: string;
    as: 'csv' | 'xlsx' | 'pdf';
    codes: number;
    lots: {
      lot: number;
      codes: number;
    }[];
  }[];
}

/** A release. */
export interface Release {
  rel_idx: number;
  name: string;
  status: 'draft' | 'scheduled' | 'applied' | 'failed' | 'cancelled';
  /** 0 for a draft */
  apply_at: number;
  zone: string;
  /** Of its changes */
  count: number;
  /** Why it failed */
  problem: string | null;
  /** The approval without which it is not applied */
  awaits: number | null;
  /** The act that applied it; see /api/v1/act */
  act_idx: number | null;
  undone: {
    at: number;
    actor: string | null;
  } | null;
  ended_at: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  version: number;
  changes: {
    chg_idx: number;
    kind: string;
    id: string;
    title: string;
    href: string | null;
    /** Whether it adds the record */
    is_new: boolean;
    fields: {
      label: string;
      before: string;
      after: string;
      /** What it looks like, by address */
      pictures?: {
        before: {
          href: string;
          name: string;
          /** Where it can be opened as it is */
          open: string;
        }[];
        after: {
          href: string;
          name: string;
          /** Where it can be opened as it is */
          open: string;
        }[];
      };
      /** Where what is set can be opened, such as a file */
      href?: string;
      /** The files that are and will be there, as far as they are stored */
      files?: {
        before: {
          href: string;
          name: string;
          /** How long it is heard, in milliseconds; absent if it is no sound */
          ms?: number;
        }[];
        after: {
          href: string;
          name: string;
          /** How long it is heard, in milliseconds; absent if it is no sound */
          ms?: number;
        }[];
      };
      /** The first rows that differ of a table, such as units; without one side, a row comes or goes */
      table?: {
        columns: string[];
        rows: {
          before: string[] | null;
          after: string[] | null;
        }[];
        /** How many more rows differ */
        more: number;
      };
      field: string;
      /** Whether it was another value when the change was put in */
      differs: boolean;
    }[];
    reason: string | null;
    anyway: boolean;
    put_by: string | null;
    put_at: number;
    version: number;
    conflict: {
      /** All of it as a sentence, in the language of the caller; also which record has a value that must be unique */
      text: string;
      /** Who changed the same field since it was put in, and when */
      edited: {
        name: string;
        at: number;
      } | null;
      /** That comes before */
      release: {
        rel_idx: number;
        name: string;
        apply_at: number;
      } | null;
      /** That comes before */
      reservation: {
        res_idx: number;
        apply_at: number;
      } | null;
      /** The record no longer exists: the change can only be taken out */
      gone: boolean;
      fields: {
        label: string;
        before: string;
        after: string;
        /** What it looks like, by address */
        pictures?: {
          before: {
            href: string;
            name: string;
            /** Where it can be opened as it is */
            open: string;
          }[];
          after: {
            href: string;
            name: string;
            /** Where it can be opened as it is */
            open: string;
          }[];
        };
        /** Where what is set can be opened, such as a file */
        href?: string;
        /** The files that are and will be there, as far as they are stored */
        files?: {
          before: {
            href: string;
            name: string;
            /** How long it is heard, in milliseconds; absent if it is no sound */
            ms?: number;
          }[];
          after: {
            href: string;
            name: string;
            /** How long it is heard, in milliseconds; absent if it is no sound */
            ms?: number;
          }[];
        };
        /** The first rows that differ of a table, such as units; without one side, a row comes or goes */
        table?: {
          columns: string[];
          rows: {
            before: string[] | null;
            after: string[] | null;
          }[];
          /** How many more rows differ */
          more: number;
        };
      }[];
    } | null;
  }[];
}

/** An act, and what undoing it would do. */
export interface Act {
  at: number;
  actor: string | null;
  act_idx: number;
  href: string | null;
  undone: {
    at: number;
    actor: string | null;
  } | null;
  undo: {
    back: number;
    effects: string[];
    kept: number;
    lost_in?: {
      count: number;
      first: {
        label: string;
        kind: string;
        href: string | null;
        through?: string;
      }[];
    };
    live: number;
    removes: boolean;
    long: boolean;
    first: {
      title: string;
      href: string | null;
      reason: string;
      by: string | null;
      at: number | null;
    }[];
  } | null;
}

/** What an undo did. */
export interface Undone {
  success: boolean;
  back: number;
  kept: number;
  work_idx?: number;
}

/** An act on very many records, which a job does. */
export interface Work {
  status: 'waiting' | 'done' | 'failed';
  changed: number;
  act_idx: number | null;
  problem: string | null;
  progress: {
    done: number;
    total: number;
  } | null;
}

/** One thing that the office stands on. */
export interface Checkup {
  check: string;
  label: string;
  /** warn: it works, and may stop; bad: it does not work, or ends within days */
  state: 'bad' | 'warn' | 'ok';
  /** A sentence, in the caller's language */
  text: string;
  /** What follows from it, or what to do */
  hint: string | null;
  /** What helps: a page to read, a command of the operator, or a call */
  act: {
    kind: 'guide';
    href: string;
  } | {
    kind: 'command';
    command: string;
  } | {
    kind: 'call';
    call: string;
    label: string;
    done: string;
  } | null;
}
