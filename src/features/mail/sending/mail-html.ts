import { escapeHtml } from '#kernel/http/page-markup.ts';

/** What a mail shows. */
interface MailPage {
  lang: string;
  product: string;
  subject: string;
  lines: readonly string[];
  link: { label: string; url: string } | null;
  foot: string;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans KR','Noto Sans JP',sans-serif";

/** A mail as HTML. Programs for mail know no style sheets, so each part has its own style; nothing is loaded from anywhere. */
export const mailHtml = ({ lang, product, subject, lines, link, foot }: MailPage): string => `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f5f1;color:#1d1b18;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" style="max-width:560px;margin:0 auto;border-collapse:collapse"><tr>
<td style="padding:24px;background:#ffffff;border:1px solid #e4e0d8;border-radius:10px;color:#1d1b18">
<p style="margin:0 0 16px;font-weight:600;color:#1b6b52">${escapeHtml(product)}</p>
<h1 style="margin:0 0 12px;font-size:18px;line-height:1.35">${escapeHtml(subject)}</h1>
${lines.map((line) => `<p style="margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n')}
${link ? linkOf(link) : ''}
</td></tr><tr><td style="padding:14px 24px;color:#6b665e;font-size:12.5px;overflow-wrap:anywhere">${escapeHtml(foot)}</td></tr></table>
</body>
</html>
`;

const linkOf = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:16px 0 4px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#1b6b52;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`;
