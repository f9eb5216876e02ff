import { whyNoCodeHost } from '#features/code-hosts/server/index.ts';
import { whyNoMail } from '#features/notifications/server/index.ts';
import { openBlobReader } from '#platform/server/blobs/open-blob-store.ts';
import type { Config } from '#platform/server/config.ts';
import { errorFinding, messageOf, okFinding, warningFinding, type Finding } from './finding.ts';
import { findUnreachable } from './unreachable.ts';

/** What the settings name on other machines: each is connected to. */
export async function checkServices(config: Config): Promise<Finding[]> {
  const found = await Promise.all([checkBlobs(config), checkCodeHost(config), checkMail(config), checkOthers(config)]);
  return found.flat();
}

async function checkBlobs(config: Config): Promise<Finding[]> {
  if (config.s3 === null) return [];
  try {
    const store = await openBlobReader(config);
    store.close?.();
    return [okFinding('The bucket responds.')];
  } catch (problem) {
    return [errorFinding(`LESSONWRIGHT_S3_BUCKET: ${messageOf(problem)}`)];
  }
}

async function checkCodeHost(config: Config): Promise<Finding[]> {
  // Only servers with the repositories talk to it.
  if (config.codeHost.kind === 'local' || config.server.role === 'web') return [];
  const problem = await whyNoCodeHost(config);
  if (problem === null) return [okFinding('The code host responds and accepts the credentials.')];
  return [
    errorFinding(`The code host (LESSONWRIGHT_CODE_HOST=${config.codeHost.kind}, ${config.codeHost.address}) cannot be used: ${problem}`),
  ];
}

async function checkMail({ notifications: { smtp } }: Config): Promise<Finding[]> {
  if (smtp === null) return [];
  const problem = await whyNoMail(smtp);
  if (problem === null) return [okFinding('The mail server responds. "test-email <address>" sends an email through it.')];
  return [warningFinding(`LESSONWRIGHT_SMTP_URL: ${smtp.host}:${smtp.port} takes no email: ${problem}. No email is sent until it does.`)];
}

async function checkOthers(config: Config): Promise<Finding[]> {
  const texts = await findUnreachable(config);
  return texts.length === 0 ? [okFinding('Sign-in providers, named runners and the language model respond.')] : texts.map(warningFinding);
}
