import { pythonPeer } from './peer-folder.ts';
import { findPython } from './python.ts';
import { findRipgrep } from './ripgrep.ts';

// `node bench/peers/install.ts`: installs everything that the benchmarks compare with, so that no part waits for it.

const python = await findPython();
for (const name of ['jupyter', 'otter', 'nbgrader'] as const) console.log(await pythonPeer(name, python));
console.log((await findRipgrep()).program);
