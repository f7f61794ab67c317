const googleHost = 'docs.google.com';

// May include the number of one of several accounts; `/d/e/` is a published copy, which has a different kind of id.
const spreadsheetPath = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e(?:\/|$))([\w-]{1,200})(?:\/|$)/;

/**
 * The id in the link of a cloud spreadsheet, `https://docs.google.com/spreadsheets/d/{id}…`; undefined if the text is
 * not such a link. With `anyHost`, links to a self-hosted service are accepted as well.
 */
export function parseSpreadsheetLink(text: string, { anyHost = false } = {}): string | undefined {
  const link = text.trim();
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined;
  const { hostname, username, password, pathname } = new URL(link);
  if (username || password || !(anyHost || hostname === googleHost)) return undefined;
  return spreadsheetPath.exec(pathname)?.[1];
}
