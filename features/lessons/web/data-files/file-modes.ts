import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { nameOfData } from '#features/lesson-files/rules/data-path.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#platform/contract/languages.ts';
import type { EditorLanguage } from '#platform/web/ui/code-editor/languages.ts';

interface FileMode {
  /** As it is stored. */
  mode: string;
  label: string;
  /** Null: plain text. */
  language: EditorLanguage | null;
  /** Ends of file names that have it unless another one is chosen. */
  ends: readonly string[];
}

/** The modes that the editor knows. */
const FILE_MODES: readonly FileMode[] = [
  { mode: 'text', label: 'Plain text', language: null, ends: ['txt', 'log', 'csv', 'tsv'] },
  ...LANGUAGE_NAMES.map((language) => {
    const { mode, modeLabel, endings } = LANGUAGES[language].files;
    return { mode, label: modeLabel, language, ends: endings };
  }),
  { mode: 'markdown', label: 'Markdown', language: 'markdown', ends: ['md', 'markdown'] },
  { mode: 'json', label: 'JSON', language: 'json', ends: ['json', 'ipynb', 'geojson'] },
  { mode: 'yaml', label: 'YAML', language: 'yaml', ends: ['yaml', 'yml'] },
  { mode: 'toml', label: 'TOML', language: 'toml', ends: ['toml'] },
  { mode: 'ini', label: 'INI', language: 'ini', ends: ['ini', 'cfg', 'conf', 'properties', 'env'] },
  { mode: 'html', label: 'HTML', language: 'html', ends: ['html', 'htm'] },
  { mode: 'xml', label: 'XML', language: 'xml', ends: ['xml', 'svg'] },
  { mode: 'css', label: 'CSS', language: 'css', ends: ['css'] },
  { mode: 'javascript', label: 'JavaScript', language: 'javascript', ends: ['js', 'mjs', 'cjs'] },
  { mode: 'dockerfile', label: 'Dockerfile', language: 'dockerfile', ends: ['dockerfile'] },
];

/** What the editor colours a file as: by the mode that was chosen, else by its name. */
export function languageOf({ mode, file_name }: Pick<DataFile, 'mode' | 'file_name'>): EditorLanguage | null {
  return (mode === null ? byName(file_name) : FILE_MODES.find((each) => each.mode === mode))?.language ?? null;
}

/** The modes to choose from; the first is the one by the file's name. A stored mode that is not known here stays a choice. */
export function modeOptions({ mode, file_name }: Pick<DataFile, 'mode' | 'file_name'>): { value: string; label: string }[] {
  const known = FILE_MODES.map((each) => ({ value: each.mode, label: each.label }));
  const isUnknown = mode !== null && !FILE_MODES.some((each) => each.mode === mode);
  return [
    { value: '', label: `By its name: ${byName(file_name)?.label ?? 'Plain text'}` },
    ...known,
    ...(isUnknown ? [{ value: mode, label: mode }] : []),
  ];
}

function byName(fileName: string): FileMode | undefined {
  const name = nameOfData(fileName);
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return FILE_MODES.find((each) => each.ends.includes(end));
}
