import tls from 'node:tls';

/**
 * Makes downloads trust the machine's certificates in addition to Node's, because package indexes are often reached through a
 * corporate network with its own certificate authority.
 */
export function trustMachineCertificates(): void {
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]);
}
