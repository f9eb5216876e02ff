import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deployTool } from '#testing/deploy-tools.ts';
import manifest from '../package.json' with { type: 'json' };

// The image of the runner with the settings of its pod, and the hostile programs inside it.

const IMAGE = `localhost/lessonwright-runner:${manifest.version}`;
const podman = deployTool('podman', 'apt-get install podman crun');
const isRoot = process.getuid?.() === 0;
const isBuilt = isRoot && !podman.isMissing && (await podman.run(['image', 'exists', IMAGE])).code === 0;
const missing = podman.isMissing ? podman.title : isRoot ? `${IMAGE} (missing: deploy/build-images runner)` : 'root (missing)';

it.skipIf(!isBuilt)(`the image of the runner contains the hostile programs${isBuilt ? '' : `: needs ${missing}`}`, async () => {
  const { output, code } = await deployTool(join(import.meta.dirname, 'check-runner-image')).run([]);
  expect(code === 0 ? '' : output).toBe('');
  expect(output).toMatch(/postgres: \d+ ms/);
  expect(output).toMatch(/Tests .*\d{3} passed/);
});
