import sanitize from 'sanitize-html';
import { blocksOf } from './paragraphs.rules.ts';

/** What rich text may contain: what its editor produces, and nothing that runs, loads or hides. */
const allowed: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper than anybody writes; every reader would pay for deep nesting.
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    h1: 'h2',
    div: 'p',
    // A new tab must not get access to the page that opened it.
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }),
  },
};

/** Reduces HTML to a short list of tags and safe links; markup without any text becomes empty. */
export function cleanRichText(html: string): string {
  const clean = sanitize(html, allowed).trim();
  // In clean markup `<` occurs only in tags.
  return clean.replace(/<[^>]*>/g, '').trim() === '' ? '' : clean;
}

/** The words of a rich text, for comparing and searching. */
export const plainTextOf = (html: string): string => linesOf(html).replace(/\s+/g, ' ');

/** The paragraphs of a rich text in plain words. */
export const plainParagraphs = (html: string): string[] => blocksOf(html).map(plainTextOf);

/** A rich text as plain text: one line per paragraph, heading and list entry. */
export function linesOf(html: string): string {
  const broken = html.replace(/<(?:br|\/p|\/li|\/h[2-4]|\/blockquote)[^>]*>/g, '\n$&');
  return sanitize(broken, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof signs) => signs[name])
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };
