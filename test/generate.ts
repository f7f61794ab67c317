import { writeFile } from 'node:fs/promises';
import { commonPasswords, commonPasswordsFile } from './common-passwords.ts';
import { errorsPage, errorsPageFile } from './errors-page.ts';
import { documentFile, writtenDocument } from './open-document.ts';
import { startTestServer, urlOf } from './postgres.ts';
import { officeTypes, officeTypesFile } from './office-types.ts';
import { portalTypes, portalTypesFile } from './portal-types.ts';
import { releasedFile, releasedPortal } from './released-portal.ts';
import { schemaSql, schemaSqlFile } from './schema-sql.ts';
import { schemaTypes, schemaTypesFile } from './schema-types.ts';

// `npm run generate`: the files that follow from the migrations, the messages, the calls and a list of passwords.
const server = await startTestServer();
const url = urlOf(server.url, server.template);
await writeFile(commonPasswordsFile, commonPasswords());
await writeFile(schemaTypesFile, await schemaTypes(url));
await writeFile(schemaSqlFile, await schemaSql(url));
const document = await writtenDocument(url);
await writeFile(documentFile, document);
await writeFile(portalTypesFile, portalTypes(document));
await writeFile(officeTypesFile, officeTypes(document));
await writeFile(releasedFile, await releasedPortal(document));
await server.stop();
await writeFile(errorsPageFile, await errorsPage());
