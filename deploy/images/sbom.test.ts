import { expect, it } from 'vitest';
import { debianComponent, importedPackages, npmComponent, packagesOf, sbom, type Lock } from './sbom.ts';

const LOCK: Lock = {
  '': { dependencies: { a: '1' } },
  'node_modules/a': { version: '1.0.0', dependencies: { b: '2', gone: '1' } },
  'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/c': { version: '1.0.0', dependencies: { a: '1' }, optionalDependencies: { other: '1' } },
  'node_modules/other': { version: '1.0.0' },
};

it('finds the packages that a source imports', () => {
  const source = `import { x } from 'one/part';\nimport '@scope/two/style.css';\nconst y = await import('three');\nimport z from './own.ts';`;
  expect(importedPackages(source)).toEqual(['one', '@scope/two', 'three']);
});

it('follows dependencies as Node does, and leaves out what is not installed', () => {
  const isInstalled = (path: string) => path !== 'node_modules/other';
  expect(packagesOf(LOCK, ['a', 'node:fs'], isInstalled)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
});

it('names a package of npm', () => {
  const integrity = `sha512-${Buffer.from('hash').toString('base64')}`;
  expect(npmComponent('node_modules/a/node_modules/@scope/b', { version: '2.0.0', license: 'MIT', integrity })).toMatchObject({
    name: '@scope/b',
    purl: 'pkg:npm/%40scope/b@2.0.0',
    hashes: [{ alg: 'SHA-512', content: '68617368' }],
    licenses: [{ expression: 'MIT' }],
  });
});

it('names a package of Debian, with its source', () => {
  expect(debianComponent('libc6\t2.36-9+deb12u1\tamd64\tglibc').purl).toBe(
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=glibc',
  );
});

it('writes the same document for the same input', () => {
  const write = () => JSON.stringify(sbom({ name: 'x', version: '1', time: new Date(0) }, [debianComponent('a\t1\tall\ta')]));
  expect(write()).toBe(write());
  expect(write()).toContain('"timestamp":"1970-01-01T00:00:00.000Z"');
});
