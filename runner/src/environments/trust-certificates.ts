import tls from 'node:tls';

/**
 * Lets downloads of this process trust what the machine trusts, besides what Node brings: package indexes are often reached
 * through a network of a house with certificates of its own, which its machines know.
 */
export function trustMachineCertificates(): void {
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]);
}
