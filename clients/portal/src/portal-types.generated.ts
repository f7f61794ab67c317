// Written by `npm run generate` from openapi.json.

/** A published book. */
export interface Book {
  bid: string;
  title: string;
  title_en: string | null;
  format: string;
  series: {
    ser_idx: number;
    title: string;
  };
  level: {
    lev_idx: number;
    title: string;
  };
  category: {
    cat_idx: number;
    title: string;
  } | null;
  age_group: {
    grp_idx: number;
    title: string;
  } | null;
  isbn_print: string;
  isbn_spindle: string;
  author: string | null;
  illustrator: string | null;
  publisher: string | null;
  released_date: string | null;
  language: string | null;
  summary: string | null;
  level_type: string | null;
  lexile: string | null;
  cefr_level: string | null;
  ar_level: string | null;
  word_count: number | null;
  page_count: number | null;
  genre: string | null;
  theme: string | null;
  keywords: string | null;
  audio: string | null;
  audio_length: string | null;
  narrator: string | null;
  video: string | null;
  video_length: string | null;
  original_title: string | null;
  edition: string | null;
  epub_content_id: string | null;
  epub_path: string | null;
  content_zip_url: string | null;
  is_mobile: boolean;
  cover: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  previews: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  }[];
  content: {
    kind: 'epub' | 'zip';
    size: number;
    /** Needs the key as well */
    url: string;
  }[];
  published_at: number;
  /** When anything of it last changed, its words, sentences and files included */
  updated_at: number;
  words: {
    word_idx: number;
    word: string;
    sentences: {
      sent_idx: number;
      sentence: string;
      /** Y where audio belongs to it */
      mdr_targeted: string;
      audio: {
        url: string;
        type: string;
        size: number;
        /** How long it plays */
        ms: number;
      } | null;
    }[];
  }[];
}

/** A published book in a list: with its words only where they are asked for. */
export interface ListedBook {
  bid: string;
  title: string;
  title_en: string | null;
  format: string;
  series: {
    ser_idx: number;
    title: string;
  };
  level: {
    lev_idx: number;
    title: string;
  };
  category: {
    cat_idx: number;
    title: string;
  } | null;
  age_group: {
    grp_idx: number;
    title: string;
  } | null;
  isbn_print: string;
  isbn_spindle: string;
  author: string | null;
  illustrator: string | null;
  publisher: string | null;
  released_date: string | null;
  language: string | null;
  summary: string | null;
  level_type: string | null;
  lexile: string | null;
  cefr_level: string | null;
  ar_level: string | null;
  word_count: number | null;
  page_count: number | null;
  genre: string | null;
  theme: string | null;
  keywords: string | null;
  audio: string | null;
  audio_length: string | null;
  narrator: string | null;
  video: string | null;
  video_length: string | null;
  original_title: string | null;
  edition: string | null;
  epub_content_id: string | null;
  epub_path: string | null;
  content_zip_url: string | null;
  is_mobile: boolean;
  cover: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  previews: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  }[];
  content: {
    kind: 'epub' | 'zip';
    size: number;
    /** Needs the key as well */
    url: string;
  }[];
  published_at: number;
  /** When anything of it last changed, its words, sentences and files included */
  updated_at: number;
  words?: {
    word_idx: number;
    word: string;
    sentences: {
      sent_idx: number;
      sentence: string;
      /** Y where audio belongs to it */
      mdr_targeted: string;
      audio: {
        url: string;
        type: string;
        size: number;
        /** How long it plays */
        ms: number;
      } | null;
    }[];
  }[];
}

/** A sentence of a book, and the word it is for. */
export interface BookSentence {
  sent_idx: number;
  sentence: string;
  /** Y where audio belongs to it */
  mdr_targeted: string;
  audio: {
    url: string;
    type: string;
    size: number;
    /** How long it plays */
    ms: number;
  } | null;
  word: string;
}

/** A series and its levels, in order. */
export interface Series {
  ser_idx: number;
  title: string;
  levels: {
    lev_idx: number;
    title: string;
  }[];
}

/** A public collection in one language. */
export interface Collection {
  cid: string;
  title: string;
  summary: string;
  /** Rich text */
  notice: string;
  /** Rich text */
  description: string;
  /** The language each text is in: the one asked for, or English */
  languages: {
    /** Null where the text is empty */
    title: string | null;
    /** Null where the text is empty */
    summary: string | null;
    /** Null where the text is empty */
    notice: string | null;
    /** Null where the text is empty */
    description: string | null;
  };
  /** The languages it has a title in */
  locales: string[];
  exposed_type: string;
  label: string | null;
  cefr_level: string | null;
  laura_support: boolean;
  laura_only: boolean;
  laura_book_monthly_quota: number;
  ads_option: string | null;
  age_group: {
    grp_idx: number;
    title: string;
  } | null;
  prices: {
    currency: string;
    price: string;
    discounted_price: string | null;
    /** Days; 0 is for ever */
    subscription_period: number;
  }[];
  cover_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  thumb_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  list_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  updated_at: number;
  contents: {
    content_type: 'series' | 'level' | 'book';
    content_idx: number;
    title: string;
    bid: string | null;
    ser_idx: number;
  }[];
  /** The published books that the contents reach, each once */
  books: {
    bid: string;
    title: string;
    format: string;
    cover: {
      url: string;
      /** At most 640 pixels on its longer side */
      large: string;
      /** At most 320 pixels on its longer side */
      small: string;
      width: number;
      height: number;
    } | null;
    is_mobile: boolean;
    ser_idx: number;
    lev_idx: number;
  }[];
}

/** A public collection in a list: with contents and books only where they are asked for. */
export interface ListedCollection {
  cid: string;
  title: string;
  summary: string;
  /** Rich text */
  notice: string;
  /** Rich text */
  description: string;
  /** The language each text is in: the one asked for, or English */
  languages: {
    /** Null where the text is empty */
    title: string | null;
    /** Null where the text is empty */
    summary: string | null;
    /** Null where the text is empty */
    notice: string | null;
    /** Null where the text is empty */
    description: string | null;
  };
  /** The languages it has a title in */
  locales: string[];
  exposed_type: string;
  label: string | null;
  cefr_level: string | null;
  laura_support: boolean;
  laura_only: boolean;
  laura_book_monthly_quota: number;
  ads_option: string | null;
  age_group: {
    grp_idx: number;
    title: string;
  } | null;
  prices: {
    currency: string;
    price: string;
    discounted_price: string | null;
    /** Days; 0 is for ever */
    subscription_period: number;
  }[];
  cover_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  thumb_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  list_img: {
    url: string;
    /** At most 640 pixels on its longer side */
    large: string;
    /** At most 320 pixels on its longer side */
    small: string;
    width: number;
    height: number;
  } | null;
  updated_at: number;
  contents?: {
    content_type: 'series' | 'level' | 'book';
    content_idx: number;
    title: string;
    bid: string | null;
    ser_idx: number;
  }[];
  /** The published books that the contents reach, each once */
  books?: {
    bid: string;
    title: string;
    format: string;
    cover: {
      url: string;
      /** At most 640 pixels on its longer side */
      large: string;
      /** At most 320 pixels on its longer side */
      small: string;
      width: number;
      height: number;
    } | null;
    is_mobile: boolean;
    ser_idx: number;
    lev_idx: number;
  }[];
}

/** A target group that has a roadmap. */
export interface RoadmapHead {
  grp_idx: number;
  title: string;
}

/** The rows of published books of a target group. */
export interface Roadmap {
  grp_idx: number;
  title: string;
  rows: {
    bid: string;
    title: string;
    format: string;
    cover: {
      url: string;
      /** At most 640 pixels on its longer side */
      large: string;
      /** At most 320 pixels on its longer side */
      small: string;
      width: number;
      height: number;
    } | null;
  }[][];
}

/** A series guide in the list. */
export interface GuideHead {
  gui_id: string;
  items: number;
  updated_at: number;
}

/** A series guide and its items. */
export interface Guide {
  gui_id: string;
  /** What the ten columns are called */
  ages: string[];
  items: {
    itm_idx: number;
    link_title: string;
    title: string;
    /** Rich text */
    description: string;
    btn_title: string;
    btn_link: string;
    /** The first column, 1 to 10 */
    start: number;
    length: number;
    legend: string[];
    cover: {
      url: string;
      /** At most 640 pixels on its longer side */
      large: string;
      /** At most 320 pixels on its longer side */
      small: string;
      width: number;
      height: number;
    } | null;
  }[];
  updated_at: number;
}

/** What a redeemed code gave to a learner. */
export interface Redeemed {
  reg_idx: number;
  learner_id: string;
  /** Stands for the learner ID in addresses */
  ref: string;
  code: string;
  kind: 'code' | 'event';
  event_idx: number | null;
  cidx: number;
  cid: string;
  collection: string;
  registered_at: number;
  /** In seconds; 0 is never */
  expires_at: number;
  /** The learner had joined the event before: this is that registration */
  repeated: boolean;
}

/** The kinds of records that the stream of changes names. */
export type ChangeKind = 'book' | 'series' | 'category' | 'age_group' | 'collection' | 'advertised' | 'roadmap' | 'series_guide';

/** The languages of collections, as the office calls them. */
export type Language = 'en' | 'es' | 'jp' | 'ko' | 'tr';

/** The fields of {@link Book}. */
export const bookFields = ['bid', 'title', 'title_en', 'format', 'series', 'level', 'category', 'age_group', 'isbn_print', 'isbn_spindle', 'author', 'illustrator', 'publisher', 'released_date', 'language', 'summary', 'level_type', 'lexile', 'cefr_level', 'ar_level', 'word_count', 'page_count', 'genre', 'theme', 'keywords', 'audio', 'audio_length', 'narrator', 'video', 'video_length', 'original_title', 'edition', 'epub_content_id', 'epub_path', 'content_zip_url', 'is_mobile', 'cover', 'previews', 'content', 'published_at', 'updated_at', 'words'] as const;

/** The fields of {@link Collection}. */
export const collectionFields = ['cid', 'title', 'summary', 'notice', 'description', 'languages', 'locales', 'exposed_type', 'label', 'cefr_level', 'laura_support', 'laura_only', 'laura_book_monthly_quota', 'ads_option', 'age_group', 'prices', 'cover_img', 'thumb_img', 'list_img', 'updated_at', 'contents', 'books'] as const;
