import { isPreflightRule, PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import type { RepositoryFinding } from './check-repository.ts';

/** A log in the Static Analysis Results Interchange Format 2.1.0, which code hosts show beside the lines of a pull request. */
export type SarifLog = ReturnType<typeof toSarif>;

/**
 * Findings as SARIF. Accepted ones are in it as suppressed, with the reason.
 * @param notChecked What couldn't be checked, so that nobody takes its silence for a success.
 */
export function toSarif(findings: readonly RepositoryFinding[], notChecked: readonly string[] = []) {
  const ids = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0' as const,
    runs: [
      {
        tool: {
          driver: {
            name: 'Lessonwright preflight',
            rules: ids.map((id) => ({
              id,
              shortDescription: { text: isPreflightRule(id) ? PREFLIGHT_RULES[id].title : id },
              ...(isPreflightRule(id) ? { defaultConfiguration: { level: PREFLIGHT_RULES[id].severity } } : {}),
            })),
          },
        },
        ...(notChecked.length > 0 && {
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: notChecked.map((text) => ({ level: 'error' as const, message: { text } })),
            },
          ],
        }),
        columnKind: 'utf16CodeUnits' as const,
        results: findings.map(({ rule, severity, message, path, place, fingerprint, accepted }) => ({
          ruleId: rule,
          ruleIndex: ids.indexOf(rule),
          level: severity,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
                region: { startLine: place.line, startColumn: place.column, endLine: place.end_line, endColumn: place.end_column },
              },
            },
          ],
          partialFingerprints: { 'lessonwrightFinding/v1': fingerprint },
          ...(accepted === null ? {} : { suppressions: [{ kind: 'external' as const, justification: accepted }] }),
        })),
      },
    ],
  };
}
