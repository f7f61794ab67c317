import { zipSync } from 'fflate';

export interface MadeEpub {
  metadata?: string;
  manifest?: string;
  spine?: string;
  /** Entries to add or replace; undefined omits an entry. */
  parts?: Record<string, string | Uint8Array | undefined>;
}

// The smallest image a browser shows: one pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const container = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const defaultMetadata = `<dc:identifier id="uid">urn:lantern:1</dc:identifier><dc:title>The Lantern</dc:title>
<dc:creator>Ada Penrose</dc:creator><dc:language>en</dc:language><dc:publisher>Quill &amp; Co.</dc:publisher>
<dc:date>2024-05-01</dc:date>`;
const defaultManifest = `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
<item id="pic" href="images/the%20cover.png" media-type="image/png" properties="cover-image"/>`;

const packageOf = ({ metadata, manifest, spine }: MadeEpub): string => `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata ?? defaultMetadata}</metadata>
<manifest>${manifest ?? defaultManifest}</manifest>${spine ?? '<spine><itemref idref="one"/></spine>'}</package>`;

const navOf = (list: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>
<body><nav epub:type="toc"><h2>Contents</h2>${list}</nav>
<nav epub:type="landmarks"><ol><li><a href="one.xhtml">Not this</a></li></ol></nav></body></html>`;

const defaultList = `<ol><li><a href="one.xhtml">Part <em>One</em></a>
<ol><li><a href="one.xhtml#a">A lamp</a></li></ol></li><li><span>Part Two</span></li></ol>`;

/** A small EPUB that is valid except for the requested faults. */
export function madeEpub(epub: MadeEpub = {}): Uint8Array<ArrayBuffer> {
  const parts: Record<string, string | Uint8Array | undefined> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OPS/package.opf': packageOf(epub),
    'OPS/nav.xhtml': navOf(defaultList),
    'OPS/one.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>It was dark.</p></body></html>',
    'OPS/images/the cover.png': pixel,
    ...epub.parts,
  };
  // The first entry of an EPUB is not compressed.
  const packed = (name: string, part: Uint8Array): [Uint8Array, { level: 0 | 6 }] => [
    part,
    { level: name === 'mimetype' ? 0 : 6 },
  ];
  const entries = Object.entries(parts).flatMap(([name, part]) =>
    part === undefined ? [] : [[name, packed(name, typeof part === 'string' ? Buffer.from(part) : part)] as const],
  );
  return new Uint8Array(zipSync(Object.fromEntries(entries), { mtime: '1990-01-01' }));
}
