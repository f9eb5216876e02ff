import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDebianLock, writeDebianLock } from './debian-lock.ts';
import { MOST_SOURCES, readPythonLock, writePythonLock } from './python-lock.ts';
import { readRLock, writeRLock } from './r-lock.ts';
import { InstallError } from './run-installer.ts';

const HASH = 'a'.repeat(64);
const PYTHON_HEAD = `# lessonwright environment: python 3.11\n# platform: ${process.platform} ${process.arch}\n# base packages: included\n`;
const R_HEAD = '# lessonwright environment: r 4.2\n';
const CLI_HEAD = '# lessonwright environment: cli\n';
const ENTRY = `tallies==1.0.0 \\\n    --hash=sha256:${HASH}\n`;

const readers = {
  python: (text: string) => readPythonLock(text, '3.11'),
  r: readRLock,
  debian: readDebianLock,
};

it('a Python lock survives writing and parsing', () => {
  const two = `a-b==1!2.0+cpu \\\n    --hash=sha256:${HASH} \\\n    --hash=sha256:${'b'.repeat(64)}\n${ENTRY}`;
  const sources = [{ name: 'home.made', version: '0.5', sha256: HASH }];
  const lock = { version: '3.11', base: 'none' as const, wheels: two, sources };
  expect(readPythonLock(writePythonLock(lock), '3.11')).toEqual(lock);
});

it('an older R lock may name a repository, which is ignored', () => {
  const line = `tallies 1.9-1 sha256:${HASH}\n`;
  expect(readRLock(`${R_HEAD}# from https://name:password@example.org/cran\n${line}`)).toEqual(readRLock(R_HEAD + line));
  expect(writeRLock('4.2', readRLock(R_HEAD + line))).toBe(R_HEAD + line);
});

describe('a lock that no build wrote is rejected', () => {
  const source = (text: string) => `${PYTHON_HEAD}# built from source: ${text}\n${ENTRY}`;
  it.each<[kind: keyof typeof readers, text: string]>([
    ['python', source(`plain[/../../../../etc==1.0 sha256:${HASH}`)],
    ['python', source(`../../etc==1.0 sha256:${HASH}`)],
    ['python', source(`a==../1 sha256:${HASH}`)],
    ['python', source(`a==1 sha256:${'a'.repeat(63)}`)],
    ['python', source(`a==1 sha256:${HASH} --no-index`)],
    ['python', source(`tallies==1 sha256:${HASH}`)],
    ['python', PYTHON_HEAD + Array.from({ length: MOST_SOURCES + 1 }, (_, n) => `# built from source: a${n}==1 sha256:${HASH}\n`).join('')],
    ['python', `${PYTHON_HEAD}${ENTRY}# built from source: a==1 sha256:${HASH}\n`],
    ['python', `${PYTHON_HEAD}# something else\n${ENTRY}`],
    ['python', `${PYTHON_HEAD}tallies==1.0.0\n`],
    ['python', `${PYTHON_HEAD}tallies==1.0.0 \\\n`],
    ['python', `${PYTHON_HEAD}${ENTRY}${ENTRY}`],
    ['python', `${PYTHON_HEAD}-e /tmp \\\n    --hash=sha256:${HASH}\n`],
    ['python', `${PYTHON_HEAD}--index-url=https://example.org\n${ENTRY}`],
    ['python', `${PYTHON_HEAD}tallies @ file:///tmp \\\n    --hash=sha256:${HASH}\n`],
    ['python', PYTHON_HEAD.replace('included', 'elsewhere') + ENTRY],
    ['python', R_HEAD + ENTRY],
    ['r', `${R_HEAD}../../etc/x 1.0 sha256:${HASH}\n`],
    ['r', `${R_HEAD}a/b 1.0 sha256:${HASH}\n`],
    ['r', `${R_HEAD}abc 1.0/../../x sha256:${HASH}\n`],
    ['r', `${R_HEAD}abc 1.0 sha256:${HASH}\n# from file:///etc\n`],
    ['r', `${R_HEAD}abc 1.0 sha256:${HASH}\nabc 1.1 sha256:${HASH}\n`],
    ['r', `${R_HEAD}abc 1.0 md5:${HASH}\n`],
    ['r', CLI_HEAD],
    ['debian', `${CLI_HEAD}-oDir=/tmp=1 amd64 sha256:${HASH}\n`],
    ['debian', `${CLI_HEAD}../tree=1 amd64 sha256:${HASH}\n`],
    ['debian', `${CLI_HEAD}tree=-o1 amd64 sha256:${HASH}\n`],
    ['debian', `${CLI_HEAD}tree=1 amd64 sha256:${HASH} x\n`],
    ['debian', `${CLI_HEAD}tree=1 ../64 sha256:${HASH}\n`],
    ['debian', `${CLI_HEAD}deb http://example.org stable main\n`],
  ])('%s %j', (kind, text) => {
    expect(() => readers[kind](text)).toThrow(InstallError);
  });
});

describe('any lock', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      `tree=1 amd64 sha256:${HASH}`,
      `abc 1.0 sha256:${HASH}`,
      'tallies==1.0.0 \\',
      `    --hash=sha256:${HASH}`,
      `# built from source: a==1 sha256:${HASH}`,
      '# from x',
      '',
    ),
  );
  const text = fc
    .tuple(fc.constantFrom(PYTHON_HEAD, R_HEAD, CLI_HEAD, ''), fc.array(line, { maxLength: 6 }))
    .map(([head, lines]) => head + lines.join('\n'));

  it.each<[kind: keyof typeof readers, write: (lock: never) => string]>([
    ['python', writePythonLock],
    ['r', (packages: never) => writeRLock('4.2', packages)],
    ['debian', writeDebianLock],
  ])('%s: is rejected or parses the same after being written again', (kind, write) => {
    fc.assert(
      fc.property(text, (given) => {
        try {
          const lock = readers[kind](given);
          expect(readers[kind](write(lock as never))).toEqual(lock);
        } catch (error) {
          if (!(error instanceof InstallError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
