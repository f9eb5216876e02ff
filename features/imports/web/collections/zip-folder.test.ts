import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipFolder } from './zip-folder.ts';

function fileAt(path: string, text: string): File {
  const file = new File([text], path.slice(path.lastIndexOf('/') + 1));
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

describe('a chosen folder', () => {
  it('is sent as a zip with its paths, without what no collection needs', async () => {
    const files = [
      fileAt('birds/a.md', '# A'),
      fileAt('birds/img/é.png', 'x'),
      fileAt('birds/.git/config', 'secret'),
      fileAt('birds/empty.txt', ''),
    ];
    const zip = await zipFolder(files);
    expect(zip.name).toBe('birds.zip');
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.entries(entries).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
      ['birds/a.md', '# A'],
      ['birds/img/é.png', 'x'],
      ['birds/empty.txt', ''],
    ]);
  });

  it('can be stopped', async () => {
    await expect(zipFolder([fileAt('a/b.md', '')], AbortSignal.abort())).rejects.toThrow();
  });
});
