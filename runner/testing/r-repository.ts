import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Source {
  readonly version: string;
  readonly needs?: string;
  readonly code: string;
  readonly configure?: string;
  readonly isArchived?: boolean;
}

/** A CRAN-like repository in a folder: current sources, archived ones, and the index. */
function makeFolder(parent: string, packages: Readonly<Record<string, readonly Source[]>>): string {
  const folder = mkdtempSync(join(parent, 'lessonwright-cran-'));
  const records: string[] = [];
  for (const [name, sources] of Object.entries(packages)) {
    for (const source of sources) {
      const place = join(folder, 'src/contrib', source.isArchived ? `Archive/${name}` : '');
      const archive = join(place, `${name}_${source.version}.tar.gz`);
      mkdirSync(place, { recursive: true });
      const work = mkdtempSync(join(parent, 'lessonwright-source-'));
      mkdirSync(join(work, name, 'R'), { recursive: true });
      const description = `Package: ${name}\nVersion: ${source.version}\n${source.needs ? `Imports: ${source.needs}\n` : ''}`;
      const rest = `Title: A Test\nDescription: For a test.\nAuthor: Nobody\nMaintainer: Nobody <nobody@example.org>\nLicense: MIT\n`;
      writeFileSync(join(work, name, 'DESCRIPTION'), description + rest);
      writeFileSync(join(work, name, 'NAMESPACE'), 'exportPattern("^[a-z]")\n');
      writeFileSync(join(work, name, 'R/code.R'), source.code);
      if (source.configure) writeFileSync(join(work, name, 'configure'), source.configure, { mode: 0o755 });
      execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', work, name]);
      rmSync(work, { recursive: true });
      const md5 = createHash('md5').update(readFileSync(archive)).digest('hex');
      if (!source.isArchived) records.push(`${description}MD5sum: ${name === 'spoiled' ? md5.replace(/^./, 'z') : md5}\n`);
    }
  }
  writeFileSync(join(folder, 'src/contrib/PACKAGES'), records.join('\n'));
  return folder;
}

const SNOOP = [
  '#!/bin/sh',
  'echo "looked: $(find / -path /usr -prune -o -path /proc -prune -o -name "secret-of-the-test*" -print 2>/dev/null)"',
  'touch /opt/lessonwright/archives/left 2>/dev/null && echo "wrote"',
  'exit 0',
].join('\n');

/**
 * Makes a repository of small R packages, and returns its folder.
 *
 * - `reckoning` 1.2.0: needs `tallies`; 0.9-1 is archived
 * - `tallies` 1.10; 1.9 is archived
 * - `demanding`, `future`: need what does not exist
 * - `brittle`: does not install
 * - `spoiled`: does not match its index
 * - `snooping`: looks for a file of the machine while it is installed
 */
export function makeRRepository(parent: string): string {
  return makeFolder(parent, PACKAGES);
}

const PACKAGES: Readonly<Record<string, readonly Source[]>> = {
  reckoning: [
    { version: '1.2.0', needs: 'tallies (>= 1.0), stats', code: 'reckon <- function(x) tallies::tally(x) + 1\n' },
    { version: '0.9-1', needs: 'tallies', code: 'reckon <- function(x) tallies::tally(x) - 1\n', isArchived: true },
  ],
  tallies: [
    { version: '1.10', code: 'tally <- function(x) length(x)\n' },
    { version: '1.9', code: 'tally <- function(x) 0\n', isArchived: true },
  ],
  demanding: [{ version: '1.0', needs: 'tallies (>= 2.0)', code: 'x <- 1\n' }],
  future: [{ version: '1.0', needs: 'nowhere', code: 'x <- 1\n' }],
  brittle: [{ version: '1.0', code: 'stop("it does not install")\n' }],
  spoiled: [{ version: '1.0', code: 'x <- 1\n' }],
  snooping: [{ version: '1.0', code: 'look <- function() "looked"\n', configure: SNOOP }],
};
