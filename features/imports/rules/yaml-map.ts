import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap, type PlainMap } from '#platform/content/yaml/plain.ts';

/** The map that a text in YAML is; empty: it is something else, or can't be read. */
export function yamlMap(text: string): PlainMap {
  try {
    const plain = text === '' ? {} : toPlain(parseYaml(text));
    return isPlainMap(plain) ? plain : {};
  } catch (error) {
    if (error instanceof YamlError) return {};
    throw error;
  }
}
