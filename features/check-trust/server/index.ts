export { examineContent, examineDraft, trustFingerprint } from './examine-checks.ts';
export { findTrust, listDoubtedScreens } from './queries.ts';
export { checkTrustHandlers } from './routes.ts';
