/** A package of package-lock.json, as far as it matters here. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type Lock = Readonly<Record<string, LockedPackage>>;

/** https://cyclonedx.org/docs/1.6/json/#components */
interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

const IMPORT = /(?:from|import|import\(|@import) ?['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g;

/** Names of the packages that a source file imports. */
export function importedPackages(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? '');
}

/**
 * The packages that `names` bring along, by their paths in package-lock.json. Names without an entry are ignored: Node's own modules,
 * and packages for other processors.
 */
export function packagesOf(lock: Lock, names: readonly string[], isInstalled: (path: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolveFrom(lock, from, name);
    if (path === null || found.has(path) || !isInstalled(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = lock[path] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(path, next);
  };
  for (const name of names) visit('', name);
  return [...found].sort();
}

/** As Node does: in the package itself, then in each folder above it. */
function resolveFrom(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === '') return null;
  }
}

export function npmComponent(path: string, { version = '', license, integrity }: LockedPackage): Component {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, sha512] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    name,
    version,
    purl,
    ...(sha512 === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

/** @param line `name version architecture source`, with tabs between them, as dpkg-query writes it */
export function debianComponent(line: string): Component {
  const [name = '', version = '', architecture = '', source = ''] = line.split('\t');
  const upstream = source === name ? '' : `&upstream=${encodeURIComponent(source)}`;
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12${upstream}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl };
}

/** A CycloneDX document, the same for the same input. */
export function sbom(
  image: { readonly name: string; readonly version: string; readonly time: Date },
  components: readonly Component[],
): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: image.time.toISOString(),
      component: { type: 'container', 'bom-ref': image.name, name: image.name, version: image.version },
    },
    components,
  };
}
