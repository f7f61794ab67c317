import { writeFile } from 'node:fs/promises';
import { errorsPage, errorsPageFile } from './errors-page.ts';
import { startTestServer, urlOf } from './postgres.ts';
import { schemaSql, schemaSqlFile } from './schema-sql.ts';
import { schemaTypes, schemaTypesFile } from './schema-types.ts';

// `npm run generate`: the files that follow from the migrations and the messages.
const server = await startTestServer();
const url = urlOf(server.url, server.template);
await writeFile(schemaTypesFile, await schemaTypes(url));
await writeFile(schemaSqlFile, await schemaSql(url));
await server.stop();
await writeFile(errorsPageFile, await errorsPage());
