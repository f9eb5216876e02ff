import { readDivStart } from '#platform/content/markdown-boxes.ts';
import { LANGUAGES, type Language, languageNamed } from '#platform/contract/languages.ts';
import { type CodeExercise, leftOutUnseen, listing } from '../cells.ts';
import { gradethisTests } from '../checks/gradethis-tests.ts';
import { SUBMISSION } from '../checks/test-case.ts';
import { readChunkValues } from '../chunk-options.ts';
import { endOfDiv } from '../html-boxes.ts';
import { type Line, numberedLines } from '../kramdown.ts';
import { nestedFences } from '../nested-fences.ts';
import { learnrQuestions } from './learnr-questions.ts';
import { exerciseCell, hintsText, keptCheck, setupCode, textPart, type TutorialContext, type TutorialPart } from './parts.ts';

/** A document has exercises of learnr (`exercise=TRUE`) or quarto-live (`#| exercise: sum`), or questions of learnr. */
const TUTORIAL =
  /\{[^{}\n]{0,500}\bexercise[ \t]{0,20}=[ \t]{0,20}(?:T\b|TRUE)|#\|[ \t]{0,20}exercise[ \t]{0,20}:|^(?:learnr::)?(?:quiz|question(?:_\w{1,20})?)\(/m;
/** The engines of quarto-live, and what they run. Others are called like their language. */
const ENGINES: ReadonlyMap<string, Language> = new Map<string, Language>(
  Object.entries({ webr: 'r', 'webr-r': 'r', pyodide: 'python', 'pyodide-python': 'python' } as const),
);
const ROLES = ['setup', 'check', 'solution', 'hint'] as const;
const ON = /^(?:true|t|yes)$/i;
const OFF = /^(?:false|f|no)$/i;
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
  /** As it is written. */
  readonly engine: string;
  /** Null: no lesson runs it. */
  readonly language: Language | null;
  readonly values: ReadonlyMap<string, string>;
  readonly label: string;
  readonly code: string;
}

interface Hint {
  /** In its label; 0: none. */
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

interface Exercise {
  readonly initial: string;
  readonly language: Language | null;
  readonly engine: string;
  setup: string;
  readonly setupOf: string;
  solution: string;
  readonly hints: Hint[];
  readonly checks: string[];
}

/** A hint or a solution that is not a chunk. */
interface Div {
  readonly role: 'hint' | 'solution';
  readonly id: string;
  /** Its first line names an exercise. Other divs may only be called like one. */
  readonly isLive: boolean;
  /** Of a hint; 0: none. */
  readonly number: number;
  /** The index behind it. */
  readonly end: number;
  readonly inner: string;
}

/** A document with exercises of learnr or quarto-live; null: it has none. */
export function readExerciseChunks(text: string, context: TutorialContext): TutorialPart[] | null {
  return TUTORIAL.test(text) ? new ExerciseChunks(text, context).parts : null;
}

class ExerciseChunks {
  readonly parts: TutorialPart[] = [];
  readonly #context: TutorialContext;
  readonly #lines: readonly Line[];
  readonly #texts: readonly string[];
  /** Indexes of lines that are in listings or chunks. */
  readonly #fenced = new Set<number>();
  readonly #exercises = new Map<string, Exercise>();
  /** Code of all chunks by label, for those that run before an exercise. */
  readonly #codes = new Map<string, string>();

  constructor(text: string, context: TutorialContext) {
    this.#context = context;
    this.#lines = numberedLines(text);
    this.#texts = this.#lines.map((line) => line.text);
    const chunks = this.#readChunks();
    for (const chunk of chunks) this.#codes.set(chunk.label, chunk.code);
    for (const chunk of chunks) this.#startExercise(chunk);
    let next = 0;
    const addText = (end: number) => {
      if (end > next) this.#addText(this.#lines.slice(next, end));
    };
    // What belongs to an exercise may be anywhere.
    const own = new Set(chunks.filter((chunk) => this.#takePart(chunk)));
    const divs = this.#takeDivs();
    const places = [...chunks.filter((chunk) => own.has(chunk) || this.#isShown(chunk)), ...divs].toSorted((a, b) => a.start - b.start);
    for (const each of places) {
      if (each.start < next) continue;
      addText(each.start);
      if ('label' in each && !own.has(each)) this.#addChunk(each);
      next = each.end;
    }
    addText(this.#lines.length);
  }

  #readChunks(): Chunk[] {
    const chunks: Chunk[] = [];
    const fenceAt = nestedFences(this.#texts);
    for (let at = 0; at < this.#lines.length;) {
      const fence = fenceAt(at);
      if (fence === null) {
        at++;
        continue;
      }
      const source = fence.code.join('\n');
      const { values, code } = readChunkValues(fence.info, source);
      if (values.get('exercise') === '') values.set('exercise', listedIn(source));
      const engine = /^\{\s*([\w+#-]+)/.exec(fence.info)?.[1] ?? '';
      const place = this.#context.placeOf(this.#lines[at]?.from ?? 1);
      if (engine !== '')
        chunks.push({
          start: at,
          end: fence.end,
          place,
          engine,
          language: ENGINES.get(engine.toLowerCase()) ?? languageNamed(engine),
          values,
          // Each chunk without a label has one of its own.
          label: values.get('label') || `chunk ${at}`,
          code,
        });
      for (; at < fence.end; at++) this.#fenced.add(at);
    }
    return chunks;
  }

  /** The code that learners get. */
  #startExercise({ values, label, code, language, engine }: Chunk): void {
    const id = idOf(values, label);
    if (id === null || roleOf(values) !== null || this.#exercises.has(id)) return;
    this.#exercises.set(id, {
      initial: code,
      language,
      engine,
      setup: '',
      setupOf: values.get('exercise-setup') ?? '',
      solution: '',
      hints: [],
      checks: [],
    });
  }

  /** @returns whether a chunk is a part of an exercise, but not its code: learners don't see it */
  #takePart({ values, label, code, start, place }: Chunk): boolean {
    const live = idOf(values, '');
    const [, labelled = '', part = ''] = PARTS.exec(label) ?? [];
    const role = live === null ? part : roleOf(values);
    const ids = (live ?? labelled).split(/[\s,[\]"']+/).filter((id) => id !== '');
    const exercises = ids.flatMap((id) => this.#exercises.get(id) ?? []);
    if (!role || (live === null && exercises.length === 0)) return false;
    if (exercises.length === 0) this.#context.note(place, leftOutUnseen(code));
    for (const exercise of exercises) {
      if (role === 'setup') exercise.setup = setupCode(exercise.setup, code);
      else if (role === 'solution') exercise.solution = code;
      else if (role.startsWith('hint'))
        exercise.hints.push({ number: Number(role.split('-')[1] ?? 0), start, text: listing(fenceOf(exercise), code.trim()) });
      else exercise.checks.push(code);
    }
    return true;
  }

  /** Hints and solutions of exercises in divs: `::: {.hint exercise="sum"}`, `<div id="sum-hint">`. */
  #takeDivs(): { start: number; end: number }[] {
    const taken: { start: number; end: number }[] = [];
    for (let at = 0; at < this.#lines.length;) {
      const div = this.#fenced.has(at) ? null : (this.#htmlDiv(at) ?? this.#fencedDiv(at));
      const exercise = div && this.#exercises.get(div.id);
      if (div === null || (!exercise && !div.isLive)) {
        at++;
        continue;
      }
      if (!exercise) this.#context.note(this.#context.placeOf(this.#lines[at]?.from ?? 1), leftOutUnseen(div.inner));
      else if (div.role === 'solution') exercise.solution = codeIn(div.inner);
      else exercise.hints.push({ number: div.number, start: at, text: div.inner });
      taken.push({ start: at, end: div.end });
      at = div.end;
    }
    return taken;
  }

  #htmlDiv(at: number): Div | null {
    const [, attributes = '', rest = ''] = /^[ \t]*<div\b([^<>]{0,1000})>(.*)$/i.exec(this.#texts[at] ?? '') ?? [];
    const named = /\bid[ \t]{0,5}=[ \t]{0,5}["']([^"']{1,200})["']/i.exec(attributes)?.[1] ?? '';
    const [, id = '', role, number = '0'] = /^(.{1,200}?)-(hint|solution)(?:-(\d{1,3}))?$/.exec(named) ?? [];
    if (role !== 'hint' && role !== 'solution') return null;
    const last = endOfDiv(this.#texts, at) ?? this.#texts.length;
    const inner = [rest, ...this.#texts.slice(at + 1, last + 1)].join('\n').replace(/<\/div>[ \t]*$/i, '');
    return { role, id, isLive: false, number: Number(number), end: last + 1, inner: inner.trim() };
  }

  #fencedDiv(at: number): Div | null {
    const text = this.#texts[at] ?? '';
    if (!/^[ \t]{0,3}:{3,}/.test(text) || !/\bexercise[ \t]*=/.test(text) || readDivStart(text.trim()) === null) return null;
    const role = /\.(hint|solution)\b/.exec(text)?.[1];
    const id = /\bexercise[ \t]*=[ \t]*["']?([\w.-]{1,200})/.exec(text)?.[1];
    if ((role !== 'hint' && role !== 'solution') || id === undefined) return null;
    let depth = 1;
    let end = at + 1;
    for (; end < this.#texts.length && depth > 0; end++) {
      const line = this.#fenced.has(end) ? '' : (this.#texts[end] ?? '').trim();
      if (readDivStart(line) !== null) depth++;
      else if (/^:{3,}$/.test(line)) depth--;
    }
    const inner = this.#texts.slice(at + 1, depth === 0 ? end - 1 : end).join('\n');
    return { role, id, isLive: true, number: 0, end, inner: inner.trim() };
  }

  #isShown({ values, label, code }: Chunk): boolean {
    const id = idOf(values, label);
    const isOther = SHINY.test(values.get('context') ?? '');
    return (id !== null && this.#exercises.has(id)) || isOther || SETUP_LINES.test(code) || /\bquestion\w*[ \t]*\(/.test(code);
  }

  #addChunk(chunk: Chunk): void {
    const id = idOf(chunk.values, chunk.label);
    const exercise = id === null ? undefined : this.#exercises.get(id);
    if (exercise) return void this.parts.push({ kind: 'cells', cells: [this.#cellOf(exercise, chunk)] });
    if (SHINY.test(chunk.values.get('context') ?? '')) return this.#context.note(chunk.place, 'Code of a Shiny application was left out.');
    const questions = chunk.language === 'r' ? learnrQuestions(chunk.code, chunk.place, this.#context) : null;
    if (questions !== null) return void this.parts.push({ kind: 'cells', cells: questions });
    this.#addText(this.#lines.slice(chunk.start, chunk.end).filter(({ text }) => !SETUP_OF_LEARNR.test(text)));
  }

  #addText(lines: readonly Line[]): void {
    // quarto-live names its engines, which run the usual languages.
    const named = lines.map((line) => ({
      ...line,
      text: line.text.replace(
        /^([ \t>]{0,40}(?:[-*+\d.)]{1,11}[ \t]{1,4})?[`~]{3,}\{)(webr-r|webr|pyodide-python|pyodide)(?=[\s,}])/,
        (_, start: string, name: string) => start + LANGUAGES[ENGINES.get(name) ?? 'r'].fence,
      ),
    }));
    if (named.some(({ text }) => text.trim() !== '')) this.parts.push(textPart(named));
  }

  #cellOf(exercise: Exercise, { place }: Chunk) {
    const { language, initial, hints, checks, solution, engine } = exercise;
    const solutions = solutionsIn(solution);
    const ordered = hints.toSorted((one, other) => one.number - other.number || one.start - other.start);
    const fields: CodeExercise['fields'] = { hint_markdown: hintsText(ordered.map(({ text }) => text)) };
    // What no lesson runs is only a listing.
    if (language === null) return exerciseCell(place, language, solutions.at(-1) ?? '', { initial, fields }, engine);
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
  if (exercise === undefined || OFF.test(exercise)) return null;
  return ON.test(exercise) ? label : exercise;
}

/** What a chunk of quarto-live is for its exercise; null: the code that learners start with. */
function roleOf(values: ReadonlyMap<string, string>): (typeof ROLES)[number] | null {
  return ROLES.find((name) => values.has(name) && !OFF.test(values.get(name) ?? '')) ?? null;
}

/** What listings call the language of an exercise. */
function fenceOf({ language, engine }: Exercise): string {
  return language === null ? engine : LANGUAGES[language].fence;
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

/** The code in a Markdown text: that of its listings, or all of it. */
function codeIn(markdown: string): string {
  const lines = markdown.split('\n');
  const fenceAt = nestedFences(lines);
  const codes: string[] = [];
  for (let at = 0; at < lines.length;) {
    const fence = fenceAt(at);
    if (fence) codes.push(readChunkValues(fence.info, fence.code.join('\n')).code);
    at = fence?.end ?? at + 1;
  }
  return codes.length === 0 ? markdown : codes.join('\n\n');
}
