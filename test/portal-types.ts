import path from 'node:path';
import { portalKinds } from '#features/portal/changes/portal-changes.rules.ts';
import { locales } from '#kernel/messages/locale.ts';
import { withoutNames } from './open-document.ts';

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** The types of the portal's client, which follow from the description of its calls. */
export const portalTypesFile = path.resolve(import.meta.dirname, '../clients/portal/src/portal-types.generated.ts');

/** By the name of the type, the call whose results it describes (of a list, what is in it), and what it says. */
export type NamedAnswers = Readonly<Record<string, readonly [call: string, doc: string]>>;

const answers: NamedAnswers = {
  Book: ['get /portal/v1/books/{bid}', 'A published book.'],
  ListedBook: ['get /portal/v1/books', 'A published book in a list: with its words only where they are asked for.'],
  BookSentence: ['get /portal/v1/books/{bid}/sentences', 'A sentence of a book, and the word it is for.'],
  Series: ['get /portal/v1/series', 'A series and its levels, in order.'],
  Collection: ['get /portal/v1/collections/{cid}', 'A public collection in one language.'],
  ListedCollection: [
    'get /portal/v1/collections',
    'A public collection in a list: with contents and books only where they are asked for.',
  ],
  RoadmapHead: ['get /portal/v1/roadmaps', 'A target group that has a roadmap.'],
  Roadmap: ['get /portal/v1/roadmaps/{grp_idx}', 'The rows of published books of a target group.'],
  GuideHead: ['get /portal/v1/series_guides', 'A series guide in the list.'],
  Guide: ['get /portal/v1/series_guides/{gui_id}', 'A series guide and its items.'],
  Redeemed: ['post /portal/v1/redeem', 'What a redeemed code gave to a learner.'],
};

// Of these types, the names of the fields as well: a list has its long fields only where they are asked for.
const listed = { bookFields: 'Book', collectionFields: 'Collection' };

/** What that file should contain, by the text of `openapi.json`. */
export function portalTypes(document: string): string {
  const schemaOf = schemasOf(document);
  const names = Object.entries(listed).map(([name, of]) => {
    const fields = Object.keys(schemaOf(answers[of]?.[0] ?? '').properties ?? {});
    return `/** The fields of {@link ${of}}. */\nexport const ${name} = [${fields.map(literal).join(', ')}] as const;\n`;
  });
  const unions = {
    ChangeKind: ['The kinds of records that the stream of changes names.', portalKinds],
    Language: ['The languages of collections, as the office calls them.', locales],
  } as const;
  const others = Object.entries(unions).map(
    ([name, [doc, values]]) => `/** ${doc} */\nexport type ${name} = ${values.map(literal).join(' | ')};\n`,
  );
  return `// Written by \`npm run generate\` from openapi.json.\n\n${[typesOfAnswers(document, answers), ...others, ...names].join('\n')}`;
}

/** These answers as interfaces of TypeScript, by the text of `openapi.json`. */
export function typesOfAnswers(document: string, named: NamedAnswers): string {
  const schemaOf = schemasOf(document);
  return Object.entries(named)
    .map(([name, [call, doc]]) => `/** ${doc} */\nexport interface ${name} ${typeOf(schemaOf(call), '')}\n`)
    .join('\n');
}

function schemasOf(document: string): (call: string) => Schema {
  const { paths } = withoutNames(JSON.parse(document));
  return (call) => {
    const [method = '', url = ''] = call.split(' ');
    const { results } = paths[url][method].responses[200].content['application/json'].schema.properties;
    return results.items ?? results;
  };
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

function typeOf(schema: Schema, indent: string): string {
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema.items ?? {}, indent);
    case 'object':
      return schema.properties ? fieldsOf(schema, indent) : 'Record<string, unknown>';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      throw new Error(`portalTypes: no type is known for ${JSON.stringify(schema)}`);
  }
}

function arrayOf(items: Schema, indent: string): string {
  const isUnion =
    items.enum !== undefined || items.anyOf !== undefined || items.oneOf !== undefined || Array.isArray(items.type);
  return isUnion ? `(${typeOf(items, indent)})[]` : `${typeOf(items, indent)}[]`;
}

function fieldsOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [`${inner}/** ${field.description} */`] : []),
    `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)};`,
  ]);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
