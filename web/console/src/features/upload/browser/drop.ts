// The files of what was dropped or chosen, with the folders that they lay in.
import type { Found } from '../engine/engine'

/** droppedFiles reads folders to their bottom. It must be called while the event lasts. */
export async function droppedFiles(transfer: DataTransfer): Promise<Found[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (entries.every((entry) => entry === null)) return chosenFiles(transfer.files)
  return (await Promise.all(entries.map((entry) => (entry ? filesOf(entry, '') : [])))).flat()
}

/** chosenFiles takes what an input has, of a folder too. */
export function chosenFiles(files: FileList | null): Found[] {
  return [...(files ?? [])]
    .filter((file) => !isHidden(file.name))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<Found[]> {
  const { name } = entry
  if (isHidden(name)) return []
  if (entry.isFile) {
    return new Promise((done) =>
      (entry as FileSystemFileEntry).file(
        (file) => done([{ file, folder }]),
        () => done([{ name, folder, closed: 'file' }]),
      ),
    )
  }
  const children = await childrenOf(entry as FileSystemDirectoryEntry)
  if (!children) return [{ name, folder, closed: 'folder' }]
  const found: Found[] = []
  for (const child of children) found.push(...(await filesOf(child, folder ? `${folder}/${name}` : name)))
  return found
}

/** Made once: to make one for each two names takes a hundred times as long as to compare them. */
const inOrder = new Intl.Collator(undefined, { numeric: true })

/** Browsers give the entries of a folder a hundred at a time; undefined is for one that may not be opened. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[] | undefined> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[] | undefined>((done) =>
      reader.readEntries(done, () => done(undefined)),
    )
    if (!some) return all.length > 0 ? all : undefined
    if (some.length === 0) return all.sort((a, b) => inOrder.compare(a.name, b.name))
    all.push(...some)
  }
}

/** What systems leave in folders is no picture that anybody chose. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || ['Thumbs.db', 'desktop.ini', '__MACOSX', '@eaDir'].includes(name)
}
