import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const DEPLOY = import.meta.dirname;
const CHART = 'helm/lessonwright';
const text = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const yaml = (path: string) => parse(text(path)) as Record<string, unknown>;
const named = (source: string, pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ''))];

/** The first cells of the tables of settings in docs/operating.md. */
const KNOWN = named(text('../docs/operating.md'), /^\| `([A-Z][A-Z0-9_]+)` \|/gm);
/** Settings of PostgreSQL's image, of programs in the images, and names that only the chart itself refers to. */
const OTHERS = ['HOME', 'LANG', 'PATH', 'POD_ADDRESS', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_USER'];
const unknown = (names: readonly string[]) => names.filter((name) => ![...KNOWN, ...OTHERS].includes(name));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}
/** The schema with its references to `$defs` replaced. */
function resolved(schema: Schema & { readonly $defs?: Readonly<Record<string, Schema>> }, defs = schema.$defs ?? {}): Schema {
  const { properties } = schema.$ref === undefined ? schema : (defs[schema.$ref.replace('#/$defs/', '')] ?? {});
  if (properties === undefined) return {};
  return { properties: Object.fromEntries(Object.entries(properties).map(([name, below]) => [name, resolved(below, defs)])) };
}

/** Paths of the values that the schema describes, and that values.yaml has, down to maps with free keys. */
function describedPaths({ properties }: Schema, path = ''): string[] {
  return Object.entries(properties ?? {}).flatMap(([name, schema]) =>
    schema.properties ? describedPaths(schema, `${path}${name}.`) : [`${path}${name}`],
  );
}
function givenPaths(values: unknown, schema: Schema, path = ''): string[] {
  return Object.entries(values as Record<string, unknown>).flatMap(([name, value]) => {
    const below = schema.properties?.[name];
    return below?.properties ? givenPaths(value, below, `${path}${name}.`) : [`${path}${name}`];
  });
}

const { version } = JSON.parse(text('../package.json')) as { version: string };

describe('the chart', () => {
  it('has the version of the product', () => {
    expect(yaml(`${CHART}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
  });

  it('has the alert rules of deploy/monitoring, because a chart only reads its own folder', () => {
    expect(text(`${CHART}/files/alerts.yml`)).toBe(text('monitoring/alerts.yml'));
  });

  it('sets only settings that exist', () => {
    const settings = text(`${CHART}/templates/_settings.tpl`);
    const names = named(settings, /^(?:- name: )?([A-Z][A-Z0-9_]+)(?::|$)/gm);
    expect(names.length).toBeGreaterThan(15);
    expect(unknown(names)).toEqual([]);
  });

  it('names settings in one file', () => {
    const templates = readdirSync(join(DEPLOY, CHART, 'templates')).filter((name) => name !== '_settings.tpl');
    expect(templates.length).toBeGreaterThan(8);
    expect(templates.filter((name) => text(`${CHART}/templates/${name}`).includes('LESSONWRIGHT_'))).toEqual([]);
  });

  it('describes each value, and has a default for each', () => {
    const schema = resolved(JSON.parse(text(`${CHART}/values.schema.json`)) as Schema);
    // Helm gives it to every chart.
    const described = describedPaths(schema).filter((path) => path !== 'global' && !path.endsWith('.claims'));
    const given = givenPaths(yaml(`${CHART}/values.yaml`), schema);
    expect(described.length).toBeGreaterThan(50);
    expect(given.toSorted()).toEqual(described.toSorted());
  });

  it('explains each value in its README', () => {
    const readme = text(`${CHART}/README.md`);
    const names = Object.keys(yaml(`${CHART}/values.yaml`));
    expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
  });
});

describe('the seccomp profile of the runner', () => {
  interface Rule {
    readonly names: readonly string[];
    readonly action: string;
    readonly args?: readonly unknown[];
  }
  const profile = JSON.parse(text(`${CHART}/files/seccomp-runner.json`)) as { defaultAction: string; syscalls: readonly Rule[] };
  const allowed = profile.syscalls
    .filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && args === undefined)
    .flatMap(({ names }) => names);
  const source = text('../runner/src/sandbox/syscalls.ts');
  const table = source.slice(source.indexOf('const REFUSED'), source.indexOf('const HIDING_MEMORY'));
  const refusedToRuns = named(table, /^ {2}(\w+): \[/gm);

  it('refuses what it does not name', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(allowed.length).toBeGreaterThan(200);
  });

  it('allows, of the calls that are refused to runs, only those that make a sandbox', () => {
    expect(refusedToRuns.length).toBeGreaterThan(40);
    expect(refusedToRuns.filter((name) => allowed.includes(name)).sort()).toEqual([
      'mount',
      'pivot_root',
      'sethostname',
      'umount2',
      'unshare',
    ]);
  });

  it('refuses clone3, whose flags a filter cannot read', () => {
    expect(profile.syscalls.flatMap(({ names }) => names)).not.toContain('clone3');
  });
});

describe('deploy/compose.yaml', () => {
  const { services, networks } = yaml('compose.yaml') as {
    services: Record<string, { environment?: Record<string, unknown>; secrets?: string[]; image: string; networks: string[] }>;
    networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  };

  it('sets only settings that exist', () => {
    const names = Object.values(services).flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(names.length).toBeGreaterThan(10);
    expect(unknown(names)).toEqual([]);
  });

  it('trusts no network that a runner is in', () => {
    const trusted = String(services['server']?.environment?.['LESSONWRIGHT_TRUSTED_PROXIES']);
    const trustedNetworks = Object.keys(networks).filter((name) => {
      const subnet = networks[name]?.ipam?.config[0]?.subnet;
      return subnet !== undefined && trusted.includes(subnet);
    });
    expect(trustedNetworks).toEqual(['front']);
    expect(services['runner']?.networks).toEqual(['runs']);
    expect(services['server']?.networks).toEqual(expect.arrayContaining(['front', 'runs']));
  });

  it('starts the images of this version', () => {
    expect(services['server']?.image).toContain(`lessonwright-server:${version}`);
    expect(services['runner']?.image).toContain(`lessonwright-runner:${version}`);
  });
});

describe('deploy/pin-images', () => {
  it('names each image of others in compose.yaml by its digest, or writes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lessonwright-pin-'));
    const registry = `#!/bin/sh\ncase "$4" in *caddy*) $CADDY ;; esac\necho "sha256:$4" | tr / -\n`;
    await writeFile(join(folder, 'skopeo'), registry, { mode: 0o755 });
    const pin = (CADDY: string, ...images: string[]) =>
      spawnSync('sh', [join(DEPLOY, 'pin-images'), ...images], {
        env: { PATH: `${folder}:${process.env['PATH']}`, CADDY },
        encoding: 'utf8',
      });
    const { stdout } = pin('true');
    const compose = text('compose.yaml').replaceAll(/\$\{(\w+):-(\S+?)\}/g, (_all, name: string, image: string) => `${name}=${image}`);
    const images = named(compose, /image: (\S+=docker\.io\S+)/g);
    expect(stdout.trim().split('\n')).toEqual(images.map((image) => expect.stringMatching(`^${image}@sha256:`)));
    expect(pin('true', 'docker.io/library/debian:12-slim').stdout).toMatch(/^docker\.io\/library\/debian:12-slim@sha256:/);
    expect(pin('exit 1')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Nothing was written.') });
    await rm(folder, { recursive: true });
  });
});

it('the images set only settings that exist', () => {
  const names = named(text('Containerfile'), /^(?:ENV|   ) ([A-Z][A-Z0-9_]+)=/gm);
  expect(names).toContain('LESSONWRIGHT_DATA');
  expect(unknown(names)).toEqual([]);
});

it('the images are built from what .dockerignore lets through', () => {
  const allowed = named(text('../.dockerignore'), /^!([^/\n*]+)/gm);
  const laid = text('images/build-app')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => (line.startsWith('layout ') ? line.split(/\s+/).slice(2) : []));
  const needed = new Set(laid.map((path) => path.split('/', 1)[0] ?? '').filter((name) => name !== 'dist'));
  expect(needed).toContain('features');
  expect([...needed].filter((name) => !allowed.includes(name))).toEqual([]);
});
