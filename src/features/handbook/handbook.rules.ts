/** What llms.txt lists, in this order. Programs may skip the last, as https://llmstxt.org says of its name. */
export const sections = ['Portal', 'Operating', 'Optional'] as const;

/** A document for readers outside the project. */
export interface Page {
  /** Its address below `/docs/`, without `.md`. */
  readonly name: string;
  readonly section: (typeof sections)[number];
  readonly title: string;
  /** What it holds, in a sentence. */
  readonly note: string;
  /** Markdown. */
  readonly text: string;
}

/** A release, as CHANGELOG.md tells it. */
export interface Release {
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Markdown. */
  readonly text: string;
}

const marker = /^<!-- handbook (\w+): (.+) -->\n+/;

/**
 * The page that a document of the project is: those are served whose first line is `<!-- handbook Section: what it holds. -->`.
 * The others are for those who work on the product.
 */
export function pageOf(name: string, document: string): Page | undefined {
  const [mark = '', named = '', note = ''] = marker.exec(document) ?? [];
  if (!mark) return undefined;
  const section = sections.find((one) => one === named);
  if (!section) throw new Error(`docs/${name}.md: the handbook has no section ${named}`);
  const text = document.slice(mark.length);
  return { name, section, title: /^# (.+)$/m.exec(text)?.[1] ?? name, note, text };
}

/** The releases that have a number and a day; what no release has yet is left out. */
export function releasesIn(changelog: string): Release[] {
  const [, ...parts] = changelog.split(/^## /m);
  return parts.flatMap((part) => {
    const [head = '', version = '', day = ''] = /^(\S+) \((\d{4}-\d{2}-\d{2})\)\n/.exec(part) ?? [];
    return head ? [{ version, day, text: part.slice(head.length).trim() }] : [];
  });
}

const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Text whose links to files of the project lead to what is served: `hrefOf` is given the path from the project's folder,
 * with its anchor if any. A link to anything else becomes its text; a picture goes.
 */
export function withServedLinks(text: string, folder: string, hrefOf: (path: string) => string | undefined): string {
  const written = (whole: string, mark: string, words: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return whole;
    const href = mark ? undefined : hrefOf(new URL(target, `file:///${folder}/`).href.slice('file:///'.length));
    return href === undefined ? (mark ? '' : words) : `[${words}](${href})`;
  };
  return text
    .split(/^(```[^]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(link, written)))
    .join('');
}

/** llms.txt in the form of https://llmstxt.org. */
export function llmsText(pages: readonly Page[], origin: string): string {
  const entry = ({ name, title, note }: Page) => `- [${title}](${origin}/docs/${name}.md): ${note}`;
  const entries = (section: string) => [
    ...pages.filter((page) => page.section === section).map(entry),
    ...(section === 'Portal'
      ? [`- [OpenAPI](${origin}/portal/v1/openapi.json): Every call of a portal, for tools that make a client.`]
      : []),
    ...(section === 'Operating' ? [`- [Releases](${origin}/changelog.json): What changed, as a JSON feed.`] : []),
  ];
  return `# Library Office

> The back-office of a digital reading library. Staff edit and publish books, collections and access codes; programs of
> readers, called portals, get what is published from \`/portal/v1/\` with an API key, as soon as it changes.

Calls answer \`{"results": …}\`, or \`{"error": {"code", "message", "fields"}}\`. An administrator creates keys at
\`/settings/keys\`.

${sections.map((section) => `## ${section}\n\n${entries(section).join('\n')}\n`).join('\n')}`;
}

/** The releases as JSON Feed 1.1, newest first. `linked` makes links in a text of the project's folder absolute. */
export function releaseFeed(releases: readonly Release[], origin: string, linked: (text: string) => string) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Library Office: releases',
    home_page_url: `${origin}/`,
    feed_url: `${origin}/changelog.json`,
    language: 'en',
    items: releases.map(({ version, day, text }) => ({
      id: `library-office-${version}`,
      title: version,
      content_text: linked(text),
      date_published: `${day}T00:00:00Z`,
    })),
  };
}
