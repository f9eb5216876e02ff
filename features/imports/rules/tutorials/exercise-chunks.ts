import { readDivStart } from '#platform/content/markdown-boxes.ts';
import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { CodeExercise } from '../cells.ts';
import { gradethisTests } from '../checks/gradethis-tests.ts';
import { SUBMISSION } from '../checks/test-case.ts';
import { readChunkValues } from '../chunk-options.ts';
import { endOfFence, type Line } from '../kramdown.ts';
import { learnrQuestions } from './learnr-questions.ts';
import {
  exerciseCell,
  findLine,
  hintsText,
  keptCheck,
  numberedLines,
  setupCode,
  textPart,
  type TutorialContext,
  type TutorialPart,
} from './parts.ts';

/** A document has exercises of learnr (`exercise=TRUE`) or quarto-live (`#| exercise: sum`), or questions of learnr. */
const TUTORIAL =
  /^[ \t]{0,3}(?:`{3,}[^\n]{0,500}\bexercise[ \t]{0,20}=[ \t]{0,20}(?:T\b|TRUE)|#\|[ \t]{0,20}exercise[ \t]{0,20}:)|^(?:learnr::)?(?:quiz|question(?:_\w{1,20})?)\(/m;
const FENCE = /^( {0,3})(`{3,}|~{3,})([^`\n]{0,2000})$/;
/** The engines of quarto-live, and what they run. */
const ENGINES: ReadonlyMap<string, Language> = new Map<string, Language>(
  Object.entries({
    webr: 'r',
    'webr-r': 'r',
    pyodide: 'python',
    'pyodide-python': 'python',
    r: 'r',
    python: 'python',
    sql: 'sql',
    bash: 'cli',
  } as const),
);
/** What chunks of learnr say about an exercise in their labels, behind its own label. */
const PARTS = /^(.{1,200}?)-(setup|solution|hint(?:-\d{1,3})?|(?:code-|error-)?check|tests?)$/;
/** Code that only sets up learnr. */
const SETUP_OF_LEARNR =
  /^[ \t]*(?:library\((?:learnr|gradethis)\)|(?:gradethis::)?gradethis_setup\(.*\)|(?:learnr::)?tutorial_options\(.*\))[ \t]*$/;
const SHINY = /^(?:server|server-start|ui|data)$/;

interface Chunk {
  readonly start: number;
  /** Behind it. */
  readonly end: number;
  readonly place: string;
  readonly language: Language | null;
  readonly values: ReadonlyMap<string, string>;
  readonly label: string;
  readonly code: string;
}

interface Exercise {
  initial: string;
  language: Language;
  setup: string;
  setupOf: string;
  solution: string;
  readonly hints: string[];
  readonly checks: string[];
}

/** A document with exercises of learnr or quarto-live; null: it has none. */
export function readExerciseChunks(text: string, context: TutorialContext): TutorialPart[] | null {
  return TUTORIAL.test(text) ? new ExerciseChunks(text, context).parts : null;
}

class ExerciseChunks {
  readonly parts: TutorialPart[] = [];
  readonly #context: TutorialContext;
  readonly #lines: readonly Line[];
  readonly #exercises = new Map<string, Exercise>();
  /** Code of all chunks by label, for those that run before an exercise. */
  readonly #codes = new Map<string, string>();

  constructor(text: string, context: TutorialContext) {
    this.#context = context;
    this.#lines = numberedLines(text);
    const chunks = this.#readChunks();
    for (const chunk of chunks) this.#codes.set(chunk.label, chunk.code);
    for (const chunk of chunks) this.#startExercise(chunk);
    let next = 0;
    const addText = (end: number) => {
      if (end > next) this.#addText(this.#lines.slice(next, end));
    };
    // What belongs to an exercise may be anywhere.
    const own = chunks.filter((chunk) => this.#takePart(chunk));
    const divs = this.#takeDivs(chunks);
    const places = [...chunks.filter((chunk) => own.includes(chunk) || this.#isShown(chunk)), ...divs].toSorted(
      (a, b) => a.start - b.start,
    );
    for (const each of places) {
      if (each.start < next) continue;
      addText(each.start);
      if ('label' in each) this.#addChunk(each);
      next = each.end;
    }
    addText(this.#lines.length);
  }

  #readChunks(): Chunk[] {
    const chunks: Chunk[] = [];
    for (let at = 0; at < this.#lines.length;) {
      const [, , marks, info = ''] = FENCE.exec(this.#lines[at]?.text ?? '') ?? [];
      if (marks === undefined) {
        at++;
        continue;
      }
      const end = endOfFence(this.#lines, at, marks);
      const isClosed = /^\s*[`~]+\s*$/.test(this.#lines[end - 1]?.text ?? '') && end - 1 > at;
      const source = this.#lines
        .slice(at + 1, isClosed ? end - 1 : end)
        .map((line) => line.text)
        .join('\n');
      const { values, code } = readChunkValues(info.trim(), source);
      if (values.get('exercise') === '') values.set('exercise', listedIn(source));
      const name = /^\{\s*([\w-]+)/.exec(info.trim())?.[1] ?? '';
      const place = this.#context.placeOf(this.#lines[at]?.from ?? 1);
      if (name !== '')
        chunks.push({
          start: at,
          end,
          place,
          language: ENGINES.get(name.toLowerCase()) ?? null,
          values,
          label: values.get('label') ?? '',
          code,
        });
      at = end;
    }
    return chunks;
  }

  /** The code that learners get. */
  #startExercise({ values, label, code, language }: Chunk): void {
    const id = idOf(values, label);
    if (id === null || language === null || values.has('setup') || values.has('check') || values.has('solution') || this.#exercises.has(id))
      return;
    this.#exercises.set(id, {
      initial: code,
      language,
      setup: '',
      setupOf: values.get('exercise-setup') ?? '',
      solution: '',
      hints: [],
      checks: [],
    });
  }

  /** @returns whether a chunk is a part of an exercise, but not its code */
  #takePart({ values, label, code }: Chunk): boolean {
    const live = values.get('exercise');
    const [, labelled = '', part = ''] = PARTS.exec(label) ?? [];
    const role = live === undefined ? part : ['setup', 'check', 'solution', 'hint'].find((name) => values.get(name) === 'true');
    const ids = (live ?? labelled).split(/[\s,[\]"']+/).filter((id) => id !== '');
    const exercises = ids.flatMap((id) => this.#exercises.get(id) ?? []);
    if (!role || exercises.length === 0) return false;
    for (const exercise of exercises) {
      if (role === 'setup') exercise.setup = setupCode(exercise.setup, code);
      else if (role === 'solution') exercise.solution = code;
      else if (role.startsWith('hint')) exercise.hints.push(`\`\`\`${LANGUAGES[exercise.language].fence}\n${code.trim()}\n\`\`\``);
      else exercise.checks.push(code);
    }
    return true;
  }

  /** Hints and solutions of exercises in divs: `::: {.hint exercise="sum"}`, `<div id="sum-hint">`. */
  #takeDivs(chunks: readonly Chunk[]): { start: number; end: number }[] {
    const taken: { start: number; end: number }[] = [];
    const inside = chunkLines(chunks);
    for (let at = 0; at < this.#lines.length; at++) {
      const found = inside.has(at) ? null : divStart(this.#lines[at]?.text ?? '');
      const exercise = found && this.#exercises.get(found.id);
      if (!exercise) continue;
      const end = findLine(this.#lines, at + 1, found.end);
      const inner = this.#lines
        .slice(at + 1, end < 0 ? undefined : end)
        .map((line) => line.text)
        .join('\n')
        .trim();
      if (found.role === 'hint') exercise.hints.push(inner);
      else exercise.solution = codeIn(inner);
      taken.push({ start: at, end: end < 0 ? this.#lines.length : end + 1 });
      at = (taken.at(-1)?.end ?? at) - 1;
    }
    return taken;
  }

  #isShown({ values, label, code, language }: Chunk): boolean {
    const id = idOf(values, label);
    const isOther = SHINY.test(values.get('context') ?? '') || language === null;
    return (id !== null && this.#exercises.has(id)) || isOther || SETUP_LINES.test(code) || /\bquestion\w*[ \t]*\(/.test(code);
  }

  #addChunk(chunk: Chunk): void {
    const id = idOf(chunk.values, chunk.label);
    const exercise = id === null ? undefined : this.#exercises.get(id);
    const isCode = exercise !== undefined && !this.#isPart(chunk);
    if (isCode && exercise) return void this.parts.push({ kind: 'cells', cells: [this.#cellOf(exercise, chunk)] });
    if (this.#isPart(chunk)) return;
    if (SHINY.test(chunk.values.get('context') ?? '')) return this.#context.note(chunk.place, 'Code of a Shiny application was left out.');
    const questions = chunk.language === 'r' ? learnrQuestions(chunk.code, chunk.place, this.#context) : null;
    if (questions !== null) return void this.parts.push({ kind: 'cells', cells: questions });
    this.#addText(this.#lines.slice(chunk.start, chunk.end).filter(({ text }) => !SETUP_OF_LEARNR.test(text)));
  }

  #isPart({ values, label }: Chunk): boolean {
    const live = values.get('exercise');
    if (['setup', 'check', 'solution', 'hint'].some((name) => values.get(name) === 'true')) return live !== undefined;
    return this.#exercises.has(PARTS.exec(label)?.[1] ?? '');
  }

  #addText(lines: readonly Line[]): void {
    // quarto-live names its engines, which run the usual languages.
    const named = lines.map((line) => ({
      ...line,
      text: line.text.replace(
        /^( {0,3}`{3,}\{)(webr-r|webr|pyodide-python|pyodide)(?=[\s,}])/,
        (_, start: string, name: string) => start + LANGUAGES[ENGINES.get(name) ?? 'r'].fence,
      ),
    }));
    if (named.some(({ text }) => text.trim() !== '')) this.parts.push(textPart(named));
  }

  #cellOf(exercise: Exercise, { place }: Chunk) {
    const { language, initial, hints, checks, solution } = exercise;
    const solutions = solutionsIn(solution);
    const fields: CodeExercise['fields'] = { hint_markdown: hintsText(hints) };
    const kept: string[] = [];
    let tests: CodeExercise['fields'] = {};
    for (const check of checks) {
      const unit_test_code = language === 'r' && !('unit_test_code' in tests) ? gradethisTests(check, solutions) : null;
      if (unit_test_code === null) kept.push(keptCheck(language, 'the tutorial', check));
      else tests = { unit_test_code, unit_test_framework: 'testthat', unit_test_module: `${SUBMISSION}.R`, unit_test_shows: 'message' };
    }
    if ('unit_test_code' in tests)
      this.#context.note(place, 'The check of this exercise became unit tests, which need the package testthat.');
    if (kept.length > 0)
      this.#context.note(
        place,
        'A check of this exercise has no counterpart. It was kept as a comment in the setup code, which learners don’t see. Write a check.',
      );
    const setup_code = setupCode(this.#setupOf(exercise), ...kept);
    return exerciseCell(place, language, solutions.at(-1) ?? '', { initial, fields: { ...fields, ...tests, setup_code } });
  }

  /** The setup of an exercise is a chunk of its own, or one that it names, which may be another exercise. */
  #setupOf({ setup, setupOf }: Exercise): string {
    const found: string[] = setup === '' ? [] : [setup];
    const seen = new Set<string>();
    for (let label = setupOf; label !== '' && !seen.has(label);) {
      seen.add(label);
      const exercise = this.#exercises.get(label);
      found.unshift(
        setupCode(
          exercise?.setup ?? '',
          exercise ? (solutionsIn(exercise.solution).at(-1) ?? '') || exercise.initial : (this.#codes.get(label) ?? ''),
        ),
      );
      label = exercise?.setupOf ?? '';
    }
    return setupCode(...found);
  }
}

const SETUP_LINES = new RegExp(SETUP_OF_LEARNR.source, 'm');

/** The exercise that a chunk is of: its label for learnr, a name for quarto-live; null: none. */
function idOf(values: ReadonlyMap<string, string>, label: string): string | null {
  const exercise = values.get('exercise');
  if (exercise === undefined || exercise === 'FALSE' || exercise === 'F') return null;
  return /^(?:TRUE|T|true)$/.test(exercise) ? label : exercise;
}

/** The exercises that a chunk is for, one a line: `#|   - sum`. */
function listedIn(source: string): string {
  return [...source.matchAll(/^#\|[ \t]{1,20}- {0,5}([\w.-]{1,200})[ \t]*$/gm)].map(([, id = '']) => id).join(' ');
}

/** gradethis: several solutions, each below a comment such as `# round ----`. The last one is shown. */
function solutionsIn(code: string): string[] {
  const parts: string[] = [''];
  for (const line of code.split('\n')) {
    if (line.startsWith('#') && line.trimEnd().endsWith('----')) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${line}\n`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function chunkLines(chunks: readonly Chunk[]): Set<number> {
  return new Set(chunks.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)));
}

function divStart(text: string): { role: 'hint' | 'solution'; id: string; end: RegExp } | null {
  const named = /^[ \t]*<div[ \t]+id[ \t]*=[ \t]*["']([^"']{1,200})["']/i.exec(text)?.[1] ?? '';
  const html = /^(.{1,200}?)-hint(?:-\d{1,3})?$/.exec(named)?.[1];
  if (html !== undefined) return { role: 'hint', id: html, end: /^[ \t]*<\/div>/i };
  const [, colons = ''] = /^[ \t]{0,3}(:{3,})/.exec(text) ?? [];
  if (colons === '' || !/\bexercise[ \t]*=/.test(text)) return null;
  const role = /\.(hint|solution)\b/.exec(text)?.[1];
  const id = /\bexercise[ \t]*=[ \t]*["']?([\w.-]{1,200})/.exec(text)?.[1];
  if ((role !== 'hint' && role !== 'solution') || id === undefined || readDivStart(text) === null) return null;
  return { role, id, end: new RegExp(`^[ \\t]{0,3}:{${colons.length}}[ \\t]*$`) };
}

/** The code in a Markdown text: that of its listings, or all of it. */
function codeIn(markdown: string): string {
  const lines = numberedLines(markdown);
  const codes: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const marks = FENCE.exec(lines[at]?.text ?? '')?.[2];
    if (marks === undefined) continue;
    const end = endOfFence(lines, at, marks);
    codes.push(
      lines
        .slice(at + 1, end - 1)
        .map(({ text }) => text)
        .filter((text) => !text.startsWith('#|'))
        .join('\n'),
    );
    at = end - 1;
  }
  return codes.length === 0 ? markdown : codes.join('\n\n');
}
