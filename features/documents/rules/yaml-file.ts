import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { decodeUtf8, encodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { YamlCursor, type Report } from '#platform/content/yaml/cursor.ts';
import { parseYaml, YamlError } from '#platform/content/yaml/document.ts';
import { editYaml, isEmptyYaml } from '#platform/content/yaml/edit-yaml.ts';
import { isSamePlain, type Plain } from '#platform/content/yaml/plain.ts';
import { toYaml } from '#platform/content/yaml/print.ts';

/** The root of a YAML file; if it is missing or broken (which is reported), a root with only defaults. */
export function readYaml(files: Files, path: string, report: Report): YamlCursor {
  const bytes = files.get(path);
  if (!bytes) return YamlCursor.root(null, report);
  if (!isUtf8(bytes)) {
    report('This file is not UTF-8 text.');
    return YamlCursor.root(null, report);
  }
  try {
    return YamlCursor.root(parseYaml(decodeUtf8(bytes)), report);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    report(error.message, error.at);
    return YamlCursor.root(null, report);
  }
}

/**
 * Changes the contents of the file at `path` from `before` (undefined: it is new) to `after`. If both are equal, it stays
 * unchanged byte for byte. An empty list has no file.
 */
export function writeYaml(files: Map<string, Uint8Array>, path: string, before: Plain | undefined, after: Plain): void {
  if (isSamePlain(before, after)) return;
  const bytes = files.get(path);
  const isNothing = Array.isArray(after) && after.length === 0;
  if (!bytes && isNothing) return;
  const text = bytes ? editYaml(decodeUtf8(bytes), before ?? null, after) : toYaml(after);
  if (isNothing && isEmptyYaml(text)) files.delete(path);
  else files.set(path, encodeUtf8(text));
}
