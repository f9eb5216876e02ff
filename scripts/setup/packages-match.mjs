// Exits 0 if node_modules matches package-lock.json; with `--omit=dev`, without the packages that only checks and tests use. Plain
// JavaScript: it runs under the host's Node, which may be old, before anything is installed. npm writes node_modules/.package-lock.json
// last, so an interrupted installation never matches.
import { readFileSync } from 'node:fs';

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
const isFor = (list, value) => list === undefined || list.includes(value);
/** Optional packages are for one kind of machine. An old npm leaves out those of this machine that need a newer Node. */
const isForThisMachine = (each) => isFor(each.os, process.platform) && isFor(each.cpu, process.arch) && isFor(each.libc, libc);

const omitsTools = process.argv.includes('--omit=dev');
const wanted = Object.entries(packagesOf('package-lock.json')).filter(([path, { dev }]) => path !== '' && !(omitsTools && dev));
const installed = packagesOf('node_modules/.package-lock.json');
const matches = wanted.every(([path, each]) =>
  installed[path] ? installed[path].version === each.version : each.optional === true && !(each.cpu && isForThisMachine(each)),
);
process.exit(wanted.length > 0 && matches ? 0 : 1);
