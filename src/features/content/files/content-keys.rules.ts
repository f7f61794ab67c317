import { randomId } from '#kernel/text/random-id.rules.ts';

export const contentKinds = ['epub', 'zip'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The largest file of each kind. Bytes. */
export const maxContentBytes: Readonly<Record<ContentKind, number>> = { epub: 512 << 20, zip: 2 ** 30 };

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The staging keys of each kind of upload. */
export const stagedContent: Readonly<Record<ContentKind, RegExp>> = {
  epub: new RegExp(`^staging/content/${uuid}\\.epub$`),
  zip: new RegExp(`^staging/content/${uuid}\\.zip$`),
};

/** The prefix of content files; nothing below it has a public address. */
export const contentPrefix = 'contents/';

/** The keys of the files of books. */
export const contentKey: Readonly<Record<ContentKind, RegExp>> = {
  epub: new RegExp(`^${contentPrefix}${uuid}\\.epub$`),
  zip: new RegExp(`^${contentPrefix}${uuid}\\.zip$`),
};

export const stagedContentKey = (kind: ContentKind): string => `staging/content/${randomId()}.${kind}`;
