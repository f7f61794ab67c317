/** The Content-Disposition of a download: an ASCII name for old clients, the exact name for the others (RFC 6266). */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed().replace(/[\\/\p{Cc}]/gu, '_');
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
