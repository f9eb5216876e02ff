import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, YamlError } from '#platform/content/yaml/document.ts';

/** What makes a YAML file unreadable. */
interface YamlMistake {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The YAML files that can't be read. */
export function yamlMistakes(files: Files): YamlMistake[] {
  return [...files].flatMap(([path, bytes]) => (path.endsWith('.yaml') ? (mistakeIn(path, decodeUtf8(bytes)) ?? []) : []));
}

function mistakeIn(path: string, text: string): YamlMistake | null {
  try {
    parseYaml(text);
    return null;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { path, line: text.slice(0, error.at ?? 0).split('\n').length, message: error.message };
  }
}
