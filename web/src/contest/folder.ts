// The folder of a contest, as files that were chosen or dropped, or as a folder that goes on being written.

export interface ContestFolder {
  /** A file of the folder by its name; null when it is not there (yet). */
  file(name: string): Promise<File | null>;
  /** The records that were kept, by name. */
  records(): Promise<{ name: string; read: () => Promise<File> }[]>;
}

const isRecord = (name: string): boolean => name.endsWith('.jsonl');
const byName = (one: { name: string }, two: { name: string }): number => one.name.localeCompare(two.name, 'en', { numeric: true });

/** A folder chosen at once: its files as they are now. Paths begin with the name of the folder. */
export function folderOf(files: File[]): ContestFolder {
  const inside = (file: File) => file.webkitRelativePath.split('/').slice(1);
  return {
    file: async (name) => files.find((file) => inside(file).join('/') === name) ?? (files.length === 1 && files[0]?.name === name ? files[0] : null),
    records: async () =>
      files
        .filter((file) => inside(file)[0] === 'games' && isRecord(file.name))
        .map((file) => ({ name: file.name, read: async () => file }))
        .sort(byName),
  };
}

/** A folder that is looked at again and again. */
export function folderAt(handle: FileSystemDirectoryHandle): ContestFolder {
  return {
    file: async (name) => handle.getFileHandle(name).then((found) => found.getFile(), () => null),
    records: async () => {
      const games = await handle.getDirectoryHandle('games').catch(() => null);
      const found: { name: string; read: () => Promise<File> }[] = [];
      for await (const one of games?.values() ?? []) {
        if (one instanceof FileSystemFileHandle && isRecord(one.name)) found.push({ name: one.name, read: () => one.getFile() });
      }
      return found.sort(byName);
    },
  };
}

type Picker = () => Promise<FileSystemDirectoryHandle>;

/** How this browser lets a page watch a folder; null when it does not. */
export const folderPicker = (): Picker | null => {
  const picker = (window as { showDirectoryPicker?: Picker }).showDirectoryPicker;
  return picker ? picker.bind(window) : null;
};
