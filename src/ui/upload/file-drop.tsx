import { FilesDrop } from './files-drop.tsx';

interface FileDropProps {
  label: string;
  hint: string;
  /** Extensions with their dots: `.xlsx,.csv`. */
  accept: string;
  disabled?: boolean;
  /** The name of the form field. */
  name?: string;
  onFile: (file: File) => void;
}

/** A place to drop or choose a file. */
export function FileDrop({ onFile, ...props }: FileDropProps) {
  const first = ([file]: File[]) => file && onFile(file);
  return <FilesDrop {...props} multiple={false} onFiles={first} />;
}
