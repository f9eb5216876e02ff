import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deployTool } from '#testing/deploy-tools.ts';

// Renders the chart with several sets of values, and lets other programs judge the result.

const CHART = join(import.meta.dirname, 'helm/lessonwright');
const VALUES = join(import.meta.dirname, 'helm/values');
const SETS = readdirSync(VALUES).map((file) => file.replace('.yaml', ''));
const VERSIONS = ['1.33', '1.34', '1.35', '1.36', '1.37'];

const helm = deployTool('helm');
const validate = deployTool('kubernetes-validate');
const score = deployTool('kube-score');
const checkov = deployTool('checkov');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly hostUsers?: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly name: string;
    readonly securityContext: object;
    readonly env?: readonly { name: string; value?: string }[];
  }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-chart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function render(set: string, ...more: string[]): Promise<string> {
  const args = [
    'template',
    'lessons',
    CHART,
    '--namespace',
    'lessons',
    '--kube-version',
    '1.35.0',
    '-f',
    join(VALUES, `${set}.yaml`),
    ...more,
  ];
  const { output, code } = await helm.run(args);
  if (code !== 0) throw new Error(output);
  return output;
}

async function renderFile(set: string): Promise<string> {
  const path = join(folder, `${set}.yaml`);
  writeFileSync(path, await render(set));
  return path;
}

/** Empty if a program found nothing. */
const problemsOf = ({ code, output }: { code: number; output: string }) => (code === 0 ? '' : output);

const manifests = (text: string): Manifest[] => parseAllDocuments(text).flatMap((document) => (document.toJS() as Manifest | null) ?? []);

describe.skipIf(helm.isMissing)(`${helm.title} renders`, () => {
  it.each(SETS)('%s as it did before', async (set) => {
    await expect(await render(set)).toMatchFileSnapshot(join(import.meta.dirname, `helm/golden/${set}.yaml`));
  });

  it.each<[name: string, more: string[], set: string]>([
    ['an address with a path', ['--set', 'publicUrl=https://example.org/lessons'], 'single'],
    ['no address', ['--set', 'publicUrl='], 'single'],
    ['an unknown value', ['--set', 'runner.replica=2'], 'single'],
    ['an unknown mode', ['--set', 'mode=double'], 'single'],
    ['several servers without a common database', ['--set', 'mode=scaled', '--set', 's3.bucket=lessons'], 'single'],
    ['several servers with repositories on one volume', ['--set', 'git.replicas=2', '--set', 'git.storage.existingClaim=one'], 'scaled'],
    ['several servers without a bucket', ['--set', 'mode=scaled', '--set', 'database.external=true'], 'single'],
    ['an ingress whose addresses are not believed', ['--set', 'ingress.enabled=true'], 'single'],
    ['a setting of a wrong kind for runners', ['--set', 'runner.settings.LESSONWRIGHT_LOG=info'], 'single'],
  ])('nothing for %s', async (_, more, set) => {
    await expect(render(set, ...more)).rejects.toThrow();
  });

  it('a policy that lets pods without keys reach the rights of their service account, and no others', async () => {
    const more = ['--set', 'networkPolicy.enabled=true'];
    const open = '169.254.170.23/32';
    expect(await render('other', ...more)).toContain(open);
    expect(await render('other', ...more, '--set', 's3.keys=true')).not.toContain(open);
  });

  it.each(SETS)('%s with pods that may do nothing they need not', async (set) => {
    const pods = manifests(await render(set)).filter(({ kind }) => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind));
    expect(pods.length).toBeGreaterThanOrEqual(2);
    for (const { spec } of pods) {
      expect(spec.template.spec.automountServiceAccountToken).toBe(false);
      for (const { securityContext } of spec.template.spec.containers)
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
    const [runner] = pods.filter(({ metadata }) => metadata.name.endsWith('-runner')).map(({ spec }) => spec.template.spec);
    expect(runner).toMatchObject({
      hostUsers: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'Localhost' } },
      containers: [{ securityContext: { procMount: 'Unmasked' } }],
    });
    const drain = runner?.containers[0]?.env?.find(({ name }) => name.endsWith('_DRAIN_SECONDS'))?.value;
    expect(runner?.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain));
  });
});

describe.skipIf(helm.isMissing || validate.isMissing)(`${validate.title} accepts`, () => {
  it.each(SETS.flatMap((set) => VERSIONS.map((version) => [set, version] as const)))('%s for Kubernetes %s', async (set, version) => {
    const result = await validate.run(['--strict', '--kubernetes-version', version, await renderFile(set)]);
    expect(problemsOf(result)).toBe('');
    expect(result.output).toMatch(/passed for resource deployment/i);
  });

  it('refuses an invalid manifest', async () => {
    const path = join(folder, 'wrong.yaml');
    writeFileSync(path, (await render('single')).replace('hostUsers: false', 'hostUser: false'));
    expect((await validate.run(['--strict', '--kubernetes-version', '1.35', path])).code).not.toBe(0);
  });
});

/** What the set `other` turns off, and what is found missing then. */
const TURNED_OFF = { score: ['pod-networkpolicy', 'deployment-has-poddisruptionbudget'], checkov: ['CKV2_K8S_6'] };

/** Findings that are right as they are. */
const SCORE_IGNORED = {
  // The image's own user has this id; ids above 10,000 only matter where containers share the node's users.
  'container-security-context-user-group-id': 'uid 1000',
  // Locally built images have no registry to pull from at each start.
  'container-image-pull-policy': 'IfNotPresent is the default',
};

describe.skipIf(helm.isMissing || score.isMissing)(`${score.title} finds nothing critical in`, () => {
  it.each(SETS)('%s', async (set) => {
    const names = [...Object.keys(SCORE_IGNORED), ...(set === 'other' ? TURNED_OFF.score : [])];
    const ignored = names.flatMap((test) => ['--ignore-test', test]);
    const args = ['score', '--output-format', 'ci', '--kubernetes-version', 'v1.35', ...ignored, await renderFile(set)];
    const result = await score.run(args);
    expect(problemsOf(result)).toBe('');
    expect(result.output).toMatch(/\[OK\]/);
  });
});

const CHECKOV_IGNORED = {
  CKV_K8S_15: 'pull policy: locally built images',
  CKV_K8S_35: 'the id of the S3 access key has no setting for a file; its secret has one',
  CKV_K8S_40: 'user 1000; runners have a user name space',
  CKV_K8S_43: 'digests are a value',
  CKV_K8S_31: 'our own profile for runners',
  // The DaemonSet that writes the profile to the nodes; runner.seccomp.install: none does without it.
  CKV_K8S_23: 'runs as root without capabilities',
  CKV_K8S_8: 'a container that only waits has nothing to probe',
  CKV_K8S_9: 'a container that only waits has nothing to probe',
};

describe.skipIf(helm.isMissing || checkov.isMissing)(`${checkov.title} finds nothing in`, () => {
  it.each(SETS)('%s', async (set) => {
    const skipped = [...Object.keys(CHECKOV_IGNORED), ...(set === 'other' ? TURNED_OFF.checkov : [])];
    const args = ['--framework', 'kubernetes', '--compact', '--quiet', '--skip-download', '--skip-check', skipped.join(',')];
    expect(problemsOf(await checkov.run(['--file', await renderFile(set), ...args]))).toBe('');
  });
});
