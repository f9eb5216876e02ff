import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numbersFrom } from '#features/questions/contract/kinds/shuffled.ts';
import { parseYaml } from '#platform/content/yaml/document.ts';
import { SAMPLE_FOLDER } from '#testing/sample-product.ts';
import type { Call } from '../command.ts';
import { pullRelease } from './pull-release.ts';
import { pushChanges } from './push-release.ts';

const EDITS = 1_000;
/** Edits of one round: about as many as an author makes before a push. */
const IN_A_ROUND = 10;

const SETTINGS = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
let folder: string;
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...SETTINGS, ...args], { cwd, stdio: ['pipe', 'pipe', 'ignore'] }).toString();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-edits-'));
  const seed = join(folder, 'seed');
  for (const each of ['lessons', 'courses', 'paths']) cpSync(join(SAMPLE_FOLDER, each), join(seed, each), { recursive: true });
  // What tools of Windows and old editors leave behind.
  writeFileSync(join(seed, 'lessons/101-why-is-the-ferry-late/notes.md'), Buffer.from('\uFEFFone\r\ntwo'));
  git(seed, 'init', '--quiet', '--initial-branch=autumn');
  git(seed, 'add', '--all');
  git(seed, 'commit', '--quiet', '--message=Begin');
  git(folder, 'clone', '--quiet', '--bare', seed, 'origin.git');
  for (const each of ['mine', 'theirs']) git(folder, 'clone', '--quiet', 'origin.git', each);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Edit = (text: string, random: () => number) => string;

const pick = <T>(items: readonly T[], random: () => number) => items[Math.floor(random() * items.length)];

/** `sed -i 's/word/other/'`: the first of its kind on each line, behind the key if there is one. */
const likeSed: Edit = (text, random) => {
  const word = pick(
    [...text.matchAll(/[a-z]{4,}/g)].map(([found]) => found),
    random,
  );
  if (word === undefined) return text;
  const lines = text.split('\n').map((line) => {
    const key = /^[\s\-\w]*: /.exec(line)?.[0] ?? '';
    return key + line.slice(key.length).replace(word, `${word}s`);
  });
  return lines.join('\n');
};

/** Prettier on Markdown and YAML: no spaces at the ends of lines, no more than one empty line, one line end at the end. */
const likePrettier: Edit = (text) =>
  `${text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;

/** `yq -i`: writes the whole file again, in its own layout. */
const likeYq: Edit = (text, random) => {
  const doc = parseYaml(text);
  return likeSed(doc.toString({ lineWidth: 0, indentSeq: random() < 0.5 }), random);
};

function edit(clone: string, path: string, random: () => number): void {
  const text = readFileSync(join(clone, path), 'utf8');
  const tools = path.endsWith('.yaml') ? [likePrettier, likeYq] : [likeSed, likePrettier];
  writeFileSync(join(clone, path), pick(tools, random)?.(text, random) ?? text);
}

const call = (clone: string): Call => ({
  args: [],
  options: {},
  folder: clone,
  environment: {
    ...process.env,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Ada',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 'ada@example.org',
  },
  output: { print: () => undefined, note: () => undefined, isTerminal: false },
  signal: new AbortController().signal,
});

it('leaves every file that nobody edited byte for byte as it was, over 1,000 edits', async () => {
  const [mine, theirs] = [join(folder, 'mine'), join(folder, 'theirs')];
  const paths = git(mine, 'ls-files', '-z').split('\0').filter(Boolean);
  const texts = paths.filter((path) => /\.(?:md|yaml)$/.test(path));
  const read = (clone: string) => new Map(paths.map((path) => [path, readFileSync(join(clone, path)).toString('base64')]));
  const random = numbersFrom('untouched files');
  let edits = 0;
  while (edits < EDITS) {
    const before = read(mine);
    const touched = new Set<string>();
    for (const clone of [mine, theirs]) {
      // Each side edits other files, often of the same lesson, which is then merged.
      const own = texts.filter((_, index) => (index % 2 === 0) === (clone === mine));
      for (let count = 0; count < IN_A_ROUND; count += 1) {
        const path = pick(own, random) ?? '';
        edit(clone, path, random);
        touched.add(path);
        edits += 1;
      }
    }
    await pushChanges(call(theirs));
    await pullRelease(call(mine));
    await pushChanges(call(mine));
    await pullRelease(call(theirs));
    const after = read(mine);
    expect(paths.filter((path) => !touched.has(path) && after.get(path) !== before.get(path))).toEqual([]);
    expect(read(theirs)).toEqual(after);
    for (const clone of [mine, theirs]) expect(git(clone, 'status', '--porcelain')).toBe('');
  }
});
