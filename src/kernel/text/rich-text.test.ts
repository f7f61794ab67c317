import { describe, expect, test } from 'vitest';
import { attacks } from './rich-text.fixture.ts';
import { cleanRichText, plainTextOf } from './rich-text.ts';

const allowedTags = new Set('p br strong em u s h2 h3 h4 ul ol li blockquote a'.split(' '));
const tag = /<(\/?)([^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const attribute = /\s+([^\s=/>]+)(?:="([^"]*)")?/g;

/** What a browser would find in cleaned markup besides allowed tags and safe links; empty if it is safe. */
function harmIn(html: string): string[] {
  const harm: string[] = [];
  // Every `<` that begins a tag begins one of these; the rest is text, which contains none.
  if (html.replace(tag, '').includes('<')) harm.push('a stray <');
  for (const [, , name = '', rest = ''] of html.matchAll(tag)) {
    if (!allowedTags.has(name)) harm.push(`<${name}>`);
    for (const [, key = '', value = ''] of rest.replace(/\/$/, '').matchAll(attribute)) {
      if (name !== 'a' || !['href', 'target', 'rel'].includes(key)) harm.push(`${name} ${key}`);
      if (key === 'href' && !isSafe(value)) harm.push(`href ${value}`);
      if (key === 'target' && value !== '_blank') harm.push(`target ${value}`);
      if (key === 'rel' && value !== 'noopener noreferrer') harm.push(`rel ${value}`);
    }
  }
  return harm;
}

function isSafe(href: string): boolean {
  // Browsers strip control characters before they look for a scheme.
  const address = href.replaceAll('&amp;', '&').replace(/[\u0000-\u0020]/g, '');
  if (/^[/\\]{2}/.test(address)) return false;
  const scheme = /^([^/?#]*):/.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme);
}

describe('Rich text', () => {
  test('is tested against at least a hundred known attacks, all different', () => {
    expect(new Set(attacks).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThanOrEqual(100);
  });

  test.each(attacks.map((attack) => [attack]))('keeps nothing harmful of %j', (attack) => {
    for (const html of [attack, `<p>before${attack}after</p>`, `<ul><li><strong>${attack}`]) {
      const clean = cleanRichText(html);
      expect(harmIn(clean), clean).toEqual([]);
      // Harmless markup must not become harmful when cleaned again, as happens on each later save.
      expect(harmIn(cleanRichText(clean)), clean).toEqual([]);
    }
  });

  test('is checked for harm by a search that finds it', () => {
    expect(harmIn('<script>x</script>')).not.toEqual([]);
    expect(harmIn('<p onclick="x">x</p>')).not.toEqual([]);
    expect(harmIn('<a href="javascript:x">x</a>')).not.toEqual([]);
    expect(harmIn('<a href="\u0001java\tscript:x">x</a>')).not.toEqual([]);
    expect(harmIn('<a href="//evil.test">x</a>')).not.toEqual([]);
    expect(harmIn('<p>x <img')).not.toEqual([]);
  });

  test('keeps everything its editor makes', () => {
    const html =
      '<h2>One</h2><h3>Two</h3><h4>Three</h4><p><strong>a</strong><em>b</em><u>c</u><s>d</s><br />e</p>' +
      '<ul><li><p>f</p></li></ul><ol><li><p>g</p></li></ol><blockquote><p>h</p></blockquote>' +
      '<p><a href="https://a.test/" target="_blank" rel="noopener noreferrer">i</a></p>';
    expect(cleanRichText(html)).toBe(html);
  });

  test('has words, as readers see them', () => {
    expect(plainTextOf('<h2>One</h2><p>a &amp; b &lt;c&gt; "d"<br>e</p>')).toBe('One a & b <c> "d" e');
    expect(plainTextOf('<p>&amp;lt;</p>')).toBe('&lt;');
  });
});
