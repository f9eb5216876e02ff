import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const SAMPLE = join(import.meta.dirname, '../app/server/sample-content/lessons');

/**
 * A zip of one lesson of the sample content, and one entry that tries to leave the target folder: `../evil`. Zip libraries reject
 * such names, so it is patched into the bytes.
 */
export async function zipOfLesson(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const entry of await readdir(join(SAMPLE, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    zip.addBuffer(await readFile(path), `${folder}${path.slice(join(SAMPLE, folder).length)}`);
  }
  zip.addBuffer(Buffer.from('out of here'), 'xx/evil');
  zip.end();
  const bytes = await buffer(zip.outputStream);
  for (let at = bytes.indexOf('xx/evil'); at !== -1; at = bytes.indexOf('xx/evil', at)) bytes.write('../evil', at);
  return bytes;
}
