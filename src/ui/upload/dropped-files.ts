/** The dropped files, including those in folders at any depth. Call it while the event is handled. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The items are gone once the event is over, so read their entries now.
  const found = [...transfer.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files = await Promise.all(
    found.map(async ({ entry, file }) => {
      const own = file ? [file] : [];
      if (!entry) return own;
      // A picture that is dragged from another program may have an entry that cannot be read.
      return filesOf(entry).catch((problem: unknown) => (entry.isFile && file ? own : Promise.reject(problem)));
    }),
  );
  return files.flat();
}

/** The files with one of these extensions (`.jpg`), sorted by name; others are ignored, and so is what Macs add (`._a.jpg`). */
export const supportedFiles = (files: readonly File[], accept: readonly string[]): File[] =>
  files
    .filter(({ name }) => !name.startsWith('._') && accept.some((extension) => name.toLowerCase().endsWith(extension)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const inside = await Promise.all((await entriesOf(entry.createReader())).map(filesOf));
  return inside.flat();
}

/** A folder returns its entries in batches of a hundred, then an empty batch. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
