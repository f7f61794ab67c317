export { statementFile } from './monthly/statement.routes.ts';
