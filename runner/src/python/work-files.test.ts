import { expect, it } from 'vitest';
import { inWays } from '../../testing/matrix.ts';

inWays(['cold, as root', 'warm, as root'], 'the files that a run leaves', (runner) => {
  async function filesOf(code: string, files: { name: string; sha256: string }[] = []) {
    const outcome = await runner().run(code, { wants_files: true, files });
    const reported = outcome.files.map(({ name, size, content }) => {
      const text = content === null ? null : Buffer.from(content, 'base64').toString('utf8');
      return { name, size, text };
    });
    return { reported, cut: outcome.cut, error: outcome.error };
  }

  it('are reported by name and content, without those of the lesson', async () => {
    const sha256 = await runner().send('a,b\n1,2\n');
    const { reported } = await filesOf(
      'import os\nos.mkdir("out")\nopen("out/b.txt", "w").write("two")\nopen("a.txt", "w").write("one")\nopen("data.csv").read()',
      [{ name: 'data.csv', sha256 }],
    );
    expect(reported).toEqual([
      { name: 'a.txt', size: 3, text: 'one' },
      { name: 'out/b.txt', size: 3, text: 'two' },
    ]);
  });

  it('are not reported unless requested', async () => {
    expect((await runner().run('open("a.txt", "w").write("one")')).files).toEqual([]);
  });

  it('are reported without content when they are large, also after an error', async () => {
    const { reported, error } = await filesOf('open("big", "wb").write(bytes(300_000))\n1 / 0');
    expect(reported).toEqual([{ name: 'big', size: 300_000, text: null }]);
    expect(error?.name).toBe('ZeroDivisionError');
  });

  it('cannot be links to files outside or pipes', async () => {
    const { reported } = await filesOf(
      'import os\nos.symlink("/etc/passwd", "link")\nos.mkfifo("pipe")\nos.symlink("/", "root")\nopen("a", "w").close()',
    );
    expect(reported).toEqual([{ name: 'a', size: 0, text: '' }]);
  });

  it('are limited to a hundred, and report that', async () => {
    const { reported, cut } = await filesOf('for n in range(150): open(f"{n:03}", "w").close()');
    expect(reported).toHaveLength(100);
    expect(cut).toContain('files');
  });
});
