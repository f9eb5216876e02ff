import { join } from 'node:path';
import { npmPeer } from './peer-folder.ts';

const VERSION = '1.18.0';

/** ripgrep of npm's package, whose version of ripgrep the program reports itself. */
export async function findRipgrep(): Promise<{ program: string }> {
  const system = `${process.platform}-${process.arch}`;
  const name = `@vscode/ripgrep-${system}`;
  const folder = await npmPeer('ripgrep', name, VERSION);
  return { program: join(folder, 'node_modules', name, 'bin/rg') };
}
