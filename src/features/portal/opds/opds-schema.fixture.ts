import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import formatsOf from 'ajv-formats';
import { z } from 'zod';

/*
 * What OPDS 2.0 and the Readium Web Publication Manifest say of a feed, in our own words. The folder OPDS_SCHEMA may
 * hold their JSON schemas (drafts.opds.io and readium.org/webpub-manifest), which are then asked as well.
 */
const size = z.int().positive();
const Link = z.object({
  href: z.string().min(1),
  type: z.string().optional(),
  title: z.string().optional(),
  rel: z.union([z.string(), z.array(z.string())]).optional(),
  templated: z.boolean().optional(),
  width: size.optional(),
  height: size.optional(),
  size: size.optional(),
});
const Address = Link.refine(({ href, templated }) => templated || URL.canParse(href), 'an absolute address');
const hasOne = (rels: readonly string[]) => (links: z.infer<typeof Link>[]) =>
  links.some(({ rel }) => [rel].flat().some((one) => one !== undefined && rels.includes(one)));
const acquisitions = ['', '/open-access', '/borrow', '/buy', '/sample', '/subscribe'];
const toGet = ['preview', ...acquisitions.map((one) => `http://opds-spec.org/acquisition${one}`)];
const pictures = ['image/jpeg', 'image/avif', 'image/png', 'image/gif', 'image/webp', 'image/jxl'];
const Named = z.array(z.object({ name: z.string().min(1), position: z.number().optional(), links: z.array(Address) }));

const Publication = z.object({
  metadata: z.object({
    '@type': z.url(),
    title: z.string().min(1),
    identifier: z.string().startsWith('urn:isbn:').optional(),
    language: z.string().optional(),
    modified: z.iso.datetime(),
    published: z.iso.date().optional(),
    numberOfPages: size.optional(),
    subject: z.array(z.string()).optional(),
    belongsTo: z.object({ series: Named.optional(), collection: Named.optional() }),
  }),
  links: z.array(Address).refine(hasOne(toGet), 'something to get'),
  images: z
    .array(Address)
    .min(1)
    .refine((all) => all.some(({ type = '' }) => pictures.includes(type)), 'a picture'),
});

const Feed = z
  .object({
    metadata: z.object({
      title: z.string().min(1),
      numberOfItems: z.int().min(0),
      itemsPerPage: size,
      currentPage: size,
    }),
    links: z.array(Address).refine(hasOne(['self']), 'itself'),
    publications: z.array(Publication).min(1).optional(),
    navigation: z
      .array(Address.and(z.object({ title: z.string().min(1) })))
      .min(1)
      .optional(),
  })
  .refine(({ publications, navigation }) => publications ?? navigation, 'something to show');

const folder = process.env['OPDS_SCHEMA'];

/** The official schemas, by their addresses. */
function officialSchemas(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formatsOf.default(ajv);
  for (const file of globSync(path.join(folder ?? '', '**/*.schema.json')))
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')));
  return ajv;
}
const official = folder === undefined ? undefined : officialSchemas();

function faultsIn(answer: unknown, own: z.ZodType, name: string): string[] {
  const read = own.safeParse(answer);
  const validate = official?.getSchema(`https://drafts.opds.io/schema/${name}.schema.json`);
  if (official && !validate) throw new Error(`no schema of a ${name} in ${folder}`);
  void validate?.(answer);
  return [
    ...(read.error?.issues ?? []).map((issue) => `${issue.path.join('/')}: ${issue.message}`),
    ...(validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`),
  ];
}

/** What the schema of OPDS would say against a feed; an empty list if nothing. */
export const faultsInFeed = (answer: unknown): string[] => faultsIn(answer, Feed, 'feed');

/** What the schema of OPDS would say against one publication; an empty list if nothing. */
export const faultsInPublication = (answer: unknown): string[] => faultsIn(answer, Publication, 'publication');
