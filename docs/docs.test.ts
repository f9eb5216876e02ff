import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_DEFAULTS, SETTINGS } from '#platform/server/config.ts';
import { unknownSettings } from '#platform/server/unknown-settings.ts';
import { PREVIOUS_RELEASE } from '#testing/earlier-versions.ts';
import { readSourceFile } from '../scripts/layers/imports.ts';
import { FEATURES } from '../scripts/layers/rules.ts';
import { countFiles, readWays } from '../scripts/ways/read-ways.ts';

const root = new URL('..', import.meta.url).pathname;
const FEATURE_READMES = FEATURES.map((feature) => `features/${feature}/README.md`);
const GUIDE_PAGES = globSync(['app/guide/*.md', 'features/*/guide.md', 'features/*/guide/*.md'], { cwd: root });
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownBelow('docs'), ...FEATURE_READMES, ...GUIDE_PAGES];

function markdownBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The texts between backquotes that begin with a folder of the repository, without placeholders. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return quoted.filter((path) =>
    /^(platform|features|app|contract|content|server|runner|web|testing|e2e|bench|scripts|docs|deploy)\/[\w./-]*$/.test(path),
  );
}

/** The files that git has or would add, and their folders. What is in this working copy alone isn't in anyone else's. */
function pathsOfGit(): Set<string> {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], options).split('\0');
  const existing = paths.filter((path) => path !== '' && existsSync(join(root, path)));
  return new Set(existing.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))));
}

const KNOWN = pathsOfGit();
const isKnown = (path: string): boolean => KNOWN.has(normalize(path).replace(/\/$/, ''));

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
}

it('knows a folder by its files, not by itself', () => {
  const empty = mkdtempSync(join(root, 'docs', 'empty-'));
  try {
    expect(pathsOfGit()).not.toContain(relative(root, empty));
    expect(['docs', 'docs/', 'docs/docs.test.ts'].every(isKnown)).toBe(true);
  } finally {
    rmdirSync(empty);
  }
});

describe.each(pages)('%s', (page) => {
  it('names only paths that exist', () => {
    expect(pathsIn(textOf(page)).filter((path) => !isKnown(path))).toEqual([]);
  });

  it('links only to files that exist', () => {
    expect(linksIn(textOf(page)).filter((link) => !isKnown(join(page, '..', link)))).toEqual([]);
  });
});

/** A name in a file, as `file` → `name` in a text. */
interface Place {
  readonly path: string;
  readonly name: string;
}

const placesIn = (text: string): Place[] => [...text.matchAll(/`([^`]+)` → `(\w+)`/g)].map(([, path = '', name = '']) => ({ path, name }));

const isDefined = ({ path, name }: Place): boolean =>
  new RegExp(
    String.raw`\b(?:function\*?|const|class|interface|type|def) ${name}\b|^${name} <- function|^  (?:static )?(?:async )?[*#]?${name}\(`,
    'm',
  ).test(textOf(path));

describe.each(FEATURE_READMES)('%s', (page) => {
  it('fits on a screen, and names what its files define', () => {
    const text = textOf(page);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    expect(placesIn(text).length).toBeGreaterThan(0);
    expect(placesIn(text).filter((place) => !isDefined(place))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names what the files of its recipes define', () => {
    const named = [...textOf('CONTRIBUTING.md').matchAll(/`(\w+)`\s+\(`([\w./-]+)`\)/g)].map(([, name = '', path = '']) => ({
      path,
      name,
    }));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((place) => !isDefined(place))).toEqual([]);
  });
});

describe('docs/where.md', () => {
  const text = textOf('docs/where.md');
  const behaviors = text.split('\n').filter((line) => /^\| .*`/.test(line));

  it('lists every feature in its order, with its README, on one page', () => {
    const listed = [...text.matchAll(/^\| \[([\w-]+)\]\(\.\.\/features\/\1\/README\.md\) \| [^|]+ \|$/gm)].map((match) => match[1]);
    expect(listed).toEqual([...FEATURES]);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  });

  it('names what its files define', () => {
    const wellFormed = /^\| [^|`]+ \| `[^`]+` → `\w+`(, `[^`]+` → `\w+`)* \|$/;
    expect(behaviors.filter((row) => !wellFormed.test(row))).toEqual([]);
    expect(placesIn(behaviors.join('\n')).filter((place) => !isDefined(place))).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  const ways = readWays(textOf('docs/ARCHITECTURE.md'));

  it('states how many files a save and a run pass through', () => {
    expect(ways.map(({ name }) => name)).toEqual(['save', 'run']);
    expect(ways.map(countFiles)).toEqual(ways.map(({ stated }) => stated));
  });

  // Handlers are called through a table: that the server's files run is tested beside them.
  it.each(ways.flatMap(({ name, files }) => ['page', 'runner'].map((place) => [name, place, files.get(place) ?? []] as const)))(
    'names files in the way of a %s on the %s that import each other',
    (_name, _place, paths) => {
      const imported = new Set(paths.flatMap((path) => readSourceFile(root, path, textOf(path)).files));
      expect(paths.slice(1).filter((path) => !imported.has(path) && path !== 'runner/src/runner.ts')).toEqual([]);
    },
  );
});

describe('docs/accessibility.md', () => {
  const rows = [
    ...textOf('docs/accessibility.md').matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| (A|AA) \| (met|partly|not applicable) \| [^|]+ \|$/gm),
  ];

  it('has a row for each criterion of WCAG 2.2 at levels A and AA', () => {
    const count = (level: string) => rows.filter((row) => row[2] === level).length;
    expect({ a: count('A'), aa: count('AA') }).toEqual({ a: 31, aa: 24 });
    expect(new Set(rows.map((row) => row[1])).size).toBe(55);
  });
});

describe('docs/operating.md', () => {
  const text = textOf('docs/operating.md');
  /** The first cells of the tables of settings. */
  const listed = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map((match) => match[1] ?? '');
  const runnerSettings = [...textOf('runner/src/settings.ts').matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? '');
  /** Variables of the scripts around the product. */
  const ofScripts = ['LESSONWRIGHT_INSTALL', 'CHROMIUM_PATH'];

  it('lists every setting of the server and of the runner, each once', () => {
    expect(SETTINGS.length).toBeGreaterThan(10);
    expect(runnerSettings.length).toBeGreaterThan(5);
    expect([...SETTINGS, ...runnerSettings].filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
  });

  it('has the defaults of the code', () => {
    const rows = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| `([^`]+)` \|/gm)].map(([, name = '', value = '']) => ({ name, value }));
    const known = rows.flatMap((row) => (SETTING_DEFAULTS.has(row.name) ? [{ ...row, actual: SETTING_DEFAULTS.get(row.name) }] : []));
    expect(known.length).toBeGreaterThan(15);
    const asWritten = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : JSON.stringify(value).replaceAll('"', ''));
    expect(known.filter(({ value, actual }) => asWritten(actual) !== value)).toEqual([]);
  });

  it('lists no setting that nothing reads', () => {
    const known = new Set([...SETTINGS, ...runnerSettings, ...ofScripts]);
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  const index = textOf('docs/decisions/README.md')
    .replaceAll(/\n {2}/g, ' ')
    .split('\n');
  const linkOf = (decision: string) => `- [${firstLineOf(decision).slice(2)}](${decision}): `;

  function firstLineOf(decision: string): string {
    return textOf(join('docs/decisions', decision)).split('\n')[0] ?? '';
  }

  /** What became of a decision, by the line under its title. */
  function statusOf(decision: string): string {
    const [, note = ''] = textOf(join('docs/decisions', decision)).split('\n\n');
    const verb = /^\*(Replaced by|Changed by|Withdrawn)/.exec(note)?.[1];
    return verb === undefined ? 'In force' : [verb, ...(note.match(/(?<=\[)\d{4}(?=\])/g) ?? [])].join(' ');
  }

  it.each(decisions)('%s begins with its number and title', (decision) => {
    expect(firstLineOf(decision)).toMatch(new RegExp(`^# ${decision.slice(0, 4)} [^ ]`));
  });

  it.each(decisions)('%s is in the index once, with its title and status', (decision) => {
    const items = index.filter((line) => line.includes(`](${decision})`));
    expect(items).toEqual([expect.stringContaining(linkOf(decision))]);
    const status = / \*([^*]+)\.\*$/.exec(items[0] ?? '')?.[1];
    expect(status?.replaceAll(/,| and/g, '')).toBe(statusOf(decision));
  });
});

describe('deploy/', () => {
  // deploy/deploy.test.ts does the same for the chart, where names are also patterns.
  const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.\w+$|Caddyfile$/.test(name) && !/^helm\/|\.test\.ts$/.test(name),
  );

  it.each(files)('%s names only settings that exist', (name) => {
    const named = textOf(join('deploy', name)).match(/\bLESSONWRIGHT_[A-Z0-9_]+/g) ?? [];
    expect(unknownSettings(Object.fromEntries(named.map((each) => [each, 'x'])))).toEqual([]);
  });
});

describe('CHANGELOG.md', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)]
    .map((match) => match[1] ?? '')
    .filter((title) => title !== 'Unreleased');
  const releases = headings.map((title) => /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(title)?.slice(1) ?? []);
  const manifest = JSON.parse(textOf('package.json')) as { version: string };
  const lock = JSON.parse(textOf('package-lock.json')) as { version: string; packages: Readonly<Record<string, { version?: string }>> };

  it('has a section for each version with its date, the newest first', () => {
    expect(releases.filter((release) => release.length !== 2)).toEqual([]);
    const dates = releases.map(([, date = '']) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('begins with the version of the product', () => {
    const [current] = releases[0] ?? [];
    expect({ package: manifest.version, lock: [lock.version, lock.packages['']?.version] }).toEqual({
      package: current,
      lock: [current, current],
    });
  });

  it('says which version the upgrade test starts from', () => {
    expect(releases[1]?.[0]).toBe(PREVIOUS_RELEASE.version);
  });
});
