import { APPROVALS_MAX } from '#features/accounts/contract/rules.ts';
import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap } from '#platform/content/yaml/plain.ts';
import { APPROVALS_DEFAULT, type MergeRules } from '../merge-gate.policy.ts';

/**
 * Parses the merge rules in the settings file of a content repository. For an invalid file the default applies and the problem is
 * reported, so that a typo can't lower the requirements.
 *
 * @param bytes null: there is no such file
 */
export function readMergeRules(bytes: Uint8Array | null): MergeRules {
  const standard = { approvals: APPROVALS_DEFAULT, is_set: false };
  if (bytes === null) return { ...standard, problem: null };
  if (!isUtf8(bytes)) return { ...standard, problem: 'The file is not UTF-8 text.' };
  try {
    const value = toPlain(parseYaml(decodeUtf8(bytes)));
    if (value === null) return { ...standard, problem: null };
    if (!isPlainMap(value)) return { ...standard, problem: 'The file must contain names and values, such as “approvals: 1”.' };
    const { approvals } = value;
    if (approvals === undefined) return { ...standard, problem: null };
    if (typeof approvals === 'number' && Number.isInteger(approvals) && approvals >= 0 && approvals <= APPROVALS_MAX)
      return { approvals, is_set: true, problem: null };
    return { ...standard, problem: `“approvals” must be a whole number from 0 to ${APPROVALS_MAX}.` };
  } catch (error) {
    if (error instanceof YamlError) return { ...standard, problem: error.message };
    throw error;
  }
}
