const googleHost = 'docs.google.com';

// Also with the number of one of several accounts before it; `/d/e/` is a published copy, which has another kind of id.
const spreadsheetPath = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e(?:\/|$))([\w-]{1,200})(?:\/|$)/;

/**
 * The id in the link of a cloud spreadsheet, `https://docs.google.com/spreadsheets/d/{id}…`; undefined where the text is
 * no such link. With `anyHost` the spreadsheets of a service of one's own are taken as well.
 */
export function parseSpreadsheetLink(text: string, { anyHost = false } = {}): string | undefined {
  const link = text.trim();
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined;
  const { hostname, username, password, pathname } = new URL(link);
  if (username || password || !(anyHost || hostname === googleHost)) return undefined;
  return spreadsheetPath.exec(pathname)?.[1];
}
