import { Zip, ZipPassThrough } from 'fflate';

/** Folders that no collection needs, and that may have more files than everything else. */
const LEFT_OUT = /(^|\/)(\.git|node_modules|_build|\.ipynb_checkpoints|__pycache__|\.venv|renv)\//;

/** The files of a chosen folder as one zip, so that they are sent in one form. They are only stored: compressing takes longer than sending. */
export async function zipFolder(files: readonly File[], signal?: AbortSignal): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  let name = 'folder';
  for (const file of files) {
    signal?.throwIfAborted();
    const path = file.webkitRelativePath || file.name;
    if (path.includes('/')) name = path.slice(0, path.indexOf('/'));
    if (LEFT_OUT.test(path)) continue;
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
  }
  zip.end();
  return new File(parts, `${name}.zip`, { type: 'application/zip' });
}
