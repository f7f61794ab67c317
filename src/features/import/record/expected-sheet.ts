import type { ExpectedFile } from '#kernel/http/received-file.ts';
import { importMessages } from '../import.messages.ts';
import { maxSheetBytes } from '../rules/import-upload.rules.ts';

/** A sheet, or a file with one of the `others` endings, as it may be uploaded. */
export function expectedSheet(prefix: string, others: readonly string[] = []): ExpectedFile {
  const endings = ['.xlsx', '.csv', ...others];
  const field = 'file';
  return {
    prefix,
    endings,
    maxBytes: maxSheetBytes,
    wrongEnding: () =>
      importMessages.errorWith(415, 'import.wrong_extension', { field }, { kinds: endings.join(', ') }),
    noFile: () => importMessages.errorWith(400, 'import.no_file', { field }),
  };
}
