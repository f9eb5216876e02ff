import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap, type Plain } from '#platform/content/yaml/plain.ts';
import { languageNamed } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Note } from './cells.ts';
import { type ChunkDefaults, chunkDefaultsOf } from './chunk-options.ts';
import { DocumentMark, MARK_KEY } from './part-mark.ts';

/** Longer ones are text that starts with a line of dashes. Characters. */
const FRONT_MATTER_MAX = 20_000;

/** What a document says about itself before its text. */
interface FrontMatter {
  title: string;
  objectives: readonly string[];
  questions: readonly string[];
  keyPoints: readonly string[];
  body: string;
  /** Lines before the body. */
  lines: number;
  /** What an export wrote; null: nothing. */
  mark: DocumentMark | null;
  /** What runs its code cells; empty: they say it themselves. */
  kernel: string;
  /** Options of its chunks. */
  execute: ChunkDefaults;
  /** There is nothing else. */
  isWhole: boolean;
}

/** What an export writes for other tools. */
const OF_EXPORTS = ['authors', 'author', 'kernelspec', 'jupyter', 'from', 'engine', 'numbering'];

/** Reads YAML between lines of dashes at the start of a document. */
export function readFrontMatter(text: string, note: Note): FrontMatter {
  const none = {
    title: '',
    objectives: [],
    questions: [],
    keyPoints: [],
    body: text,
    lines: 0,
    mark: null,
    kernel: '',
    execute: new Map<string, string>(),
    isWhole: false,
  };
  const found = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, FRONT_MATTER_MAX));
  if (!found) return { ...none, body: text.replace(/^\uFEFF/, '') };
  try {
    const plain = toPlain(parseYaml(found[1] ?? ''));
    if (!isPlainMap(plain)) return none;
    const { title, objectives, questions, keypoints, execute, knitr, [MARK_KEY]: given, ...others } = plain;
    const mark = DocumentMark.safeParse(given).data ?? null;
    const left = Object.keys(others).filter((key) => mark === null || !OF_EXPORTS.includes(key));
    if (left.length > 0) note('Line 1', `Skipped in the front matter, as a lesson has no place for it: ${left.join(', ').slice(0, 300)}.`);
    return {
      title: typeof title === 'string' ? title.slice(0, LIMITS.titleMax) : '',
      objectives: textsOf(objectives),
      questions: textsOf(questions),
      keyPoints: textsOf(keypoints),
      body: text.slice(found[0].length),
      isWhole: found[0].length === text.length,
      lines: found[0].split('\n').length - 1,
      mark,
      kernel: kernelOf(others['kernelspec']),
      execute: chunkDefaultsOf({ execute, knitr }),
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const source = found[1] ?? '';
    if (!KEY.test(source)) {
      note('Line 1', `Couldn’t read the front matter, which was kept as text: ${error.message}`);
      return none;
    }
    const title = titleIn(source);
    const line = Number(/\bline (\d+)/.exec(error.message)?.[1] ?? 0) + 1;
    const rest = title === '' ? 'It was left out.' : 'Its title was taken, and the rest left out.';
    note(`Line ${line}`, `The front matter is not valid YAML. ${rest} ${error.message}`);
    return { ...none, title, body: text.slice(found[0].length), lines: found[0].split('\n').length - 1 };
  }
}

/** A line such as `title: Loops`, which no text begins with between dashes. */
const KEY = /^[A-Za-z][\w-]{0,60}:(?:[ \t]|$)/m;

/** The title of front matter that isn't YAML, such as `title: Part 1: sums`. */
function titleIn(source: string): string {
  const title = /^title:[ \t]*(.*)$/m.exec(source)?.[1]?.trim() ?? '';
  return title.replace(/^(["'])(.*)\1$/, '$2').slice(0, LIMITS.titleMax);
}

/** `language: python`, or `name: python3`. */
function kernelOf(given: Plain | undefined): string {
  const names = isPlainMap(given) ? [given['language'], given['name']] : [];
  return names.find((name): name is string => typeof name === 'string' && languageNamed(name) !== null) ?? '';
}

/** A list of texts, each on one line. */
function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string').map((item) => item.replace(/\s+/g, ' ').trim());
}
