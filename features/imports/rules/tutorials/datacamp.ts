import { languageNamed, type Language } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Cell, CodeExercise } from '../cells.ts';
import { endOfFence, type Line, numberedLines } from '../kramdown.ts';
import { exerciseCell, keptCheck, questionCell, setupCode, textPart, type TutorialContext, type TutorialPart } from './parts.ts';
import { translatePythonwhat, type Translated } from './pythonwhat.ts';
import { translateTestwhat } from './testwhat.ts';

const DATACAMP =
  /^(?:`@(?:instructions|sample_code|solution|possible_answers|sct)`|\*{3} =(?:instructions|sample_code|solution|possible_answers|sct)\d?)[ \t]*$/m;
const SECTION = /^(?:`@([a-z_]{1,30})(\d{0,2})`|\*{3} =([a-z_]{1,30}?)(\d{0,2})(?::[ \t]*(.{0,200}))?)[ \t]*$/;
const FENCE = /^[ \t]{0,3}(`{3,})([^`\n]{0,200})$/;
/** Above exercises of the older form: `--- type:NormalExercise lang:r`. */
const OLDER = /^---[ \t]{1,20}(type[ \t]{0,5}:.{1,500})$/;

/** What translates checks of testwhat, which are written in R. Those in other languages are checks of pythonwhat. */
const TESTWHAT: Partial<Readonly<Record<Language, typeof translateTestwhat>>> = { r: translateTestwhat };

/** One task: an exercise, or a step of one. */
interface Task {
  type: string;
  readonly sections: Map<string, Line[]>;
}

interface Exercise {
  readonly title: string;
  readonly line: number;
  readonly settings: string;
  readonly text: readonly Line[];
  readonly tasks: readonly Task[];
}

/** A course of DataCamp in Markdown; null: another document. */
export function readDatacamp(text: string, context: TutorialContext): TutorialPart[] | null {
  if (!DATACAMP.test(text)) return null;
  const lines = numberedLines(text);
  const starts = startsOf(lines);
  if (starts.length === 0) return null;
  const parts: TutorialPart[] = [];
  const before = lines.slice(0, starts[0] ?? 0).filter((line) => !OLDER.test(line.text));
  if (before.some((line) => line.text.trim() !== '')) parts.push(textPart(before));
  for (const [index, start] of starts.entries())
    parts.push(...partsOf(readExercise(lines, start, starts[index + 1] ?? lines.length), context));
  return parts;
}

/** The headings of exercises: with settings below, or above them. */
function startsOf(lines: readonly Line[]): number[] {
  const starts: number[] = [];
  let isMarked = false;
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at] as Line;
    const fence = FENCE.exec(text);
    if (fence) {
      at = endOfFence(lines, at, fence[1] ?? '') - 1;
      continue;
    }
    if (OLDER.test(text)) isMarked = true;
    if (!text.startsWith('## ')) continue;
    const next = lines.slice(at + 1, at + 6).find((line) => line.text.trim() !== '');
    if (isMarked || /^```\s*yaml/.test(next?.text ?? '')) starts.push(at);
    isMarked = false;
  }
  return starts;
}

function readExercise(lines: readonly Line[], start: number, end: number): Exercise {
  const heading = lines[start] as Line;
  const above = lines.slice(Math.max(0, start - 5), start).map((line) => OLDER.exec(line.text)?.[1] ?? '');
  let settings = above.join('\n');
  const first: Task = { type: '', sections: new Map() };
  const tasks = [first];
  const text: Line[] = [];
  let target: Line[] = text;
  for (let at = start + 1; at < end; at++) {
    const line = lines[at] as Line;
    const fence = FENCE.exec(line.text);
    const [, newer, newerStep = '', older, olderStep = '', value = ''] = SECTION.exec(line.text) ?? [];
    if (fence) {
      const close = endOfFence(lines, at, fence[1] ?? '');
      const inner = lines.slice(at + 1, close - 1).map((each) => each.text);
      const type = /^type[ \t]*:[ \t]*(\w+)/m.exec(inner.join('\n'))?.[1];
      // Settings of the exercise, or of a step after `***`.
      if (/^\s*yaml/.test(fence[2] ?? '') && (type !== undefined || tasks.length === 1)) {
        if (settings.trim() === '') settings = inner.join('\n');
        else {
          tasks.push({ type: type ?? '', sections: new Map() });
          target = [];
        }
      } else target.push(...lines.slice(at, close));
      at = close - 1;
    } else if (newer !== undefined || older !== undefined) {
      const step = Number(newerStep || olderStep || 0);
      while (tasks.length <= step) tasks.push({ type: '', sections: new Map() });
      const task = (step > 0 ? tasks[step] : tasks.at(-1)) ?? first;
      const name = newer ?? older ?? '';
      if (name === 'type') task.type = value.trim();
      target = [];
      task.sections.set(name, target);
    } else if (!/^(?:-{3}|\*{3})[ \t]*$/.test(line.text) && !OLDER.test(line.text)) target.push(line);
  }
  return { title: heading.text.slice(3).trim(), line: heading.from, settings, text, tasks };
}

function partsOf({ title, line, settings, text, tasks }: Exercise, context: TutorialContext): TutorialPart[] {
  const place = context.placeOf(line);
  const type = settingOf(settings, 'type');
  if (/^VideoExercise$/i.test(type)) {
    context.note(
      place,
      `The video “${title.slice(0, 100)}” was left out: the document doesn’t have its address. Add it to the text of a screen.`,
    );
    return [];
  }
  const heading: Cell = { kind: 'heading', place, level: 2, title: title.slice(0, LIMITS.titleMax) };
  const [shared, ...steps] = tasks;
  const parts: TutorialPart[] = [{ kind: 'cells', cells: [heading] }];
  if (text.some((each) => each.text.trim() !== '')) parts.push(textPart(text));
  const language = languageOf(settings, tasks);
  const all = steps.length === 0 ? [shared] : steps;
  for (const [index, task] of all.entries()) {
    if (!task) continue;
    const sections = new Map([...(steps.length === 0 ? [] : (shared?.sections ?? [])), ...task.sections]);
    // The code of a step is what the next one starts with, if that has none.
    if (!sections.has('sample_code') && index > 0) sections.set('sample_code', all[index - 1]?.sections.get('solution') ?? []);
    parts.push(...taskParts({ type: task.type || type, sections }, language, place, context));
  }
  return parts;
}

function taskParts({ type, sections }: Task, language: Language | null, place: string, context: TutorialContext): TutorialPart[] {
  const markdown = (name: string) => textOf(sections.get(name) ?? []);
  noteBesideCode(sections, place, context);
  const sct = codeOf(sections.get('sct') ?? []);
  const checkedIn = sct.label === '' ? language : languageNamed(sct.label);
  const r = (checkedIn !== null && TESTWHAT[checkedIn]?.(context.readTree, sct.code)) || null;
  const translated: Translated = r ? { checks: [], ...r } : translatePythonwhat(context.readTree, sct.code);
  const isQuestion = /MultipleChoice/i.test(type) || sections.has('possible_answers');
  if (isQuestion) return questionParts(sections, translated, place, context);
  if (language === null || (!sections.has('solution') && !sections.has('sample_code'))) {
    context.note(place, `An exercise of type ${type === '' ? 'unknown' : type.slice(0, 60)} has no counterpart; its text was kept.`);
    const instructions = sections.get('instructions');
    return instructions ? [textPart(instructions)] : [];
  }
  const before = codeOf(sections.get('pre_exercise_code') ?? []);
  const isOtherLanguage = before.label !== '' && languageNamed(before.label) !== language;
  if (isOtherLanguage && before.code.trim() !== '')
    context.note(
      place,
      `The code that prepares this exercise is not in the language of the exercise and was left out: ${before.code.trim().slice(0, 200)}`,
    );
  const kept = translated.left.length === 0 ? '' : keptCheck(language, 'DataCamp', translated.left.join('\n'));
  if (kept !== '')
    context.note(place, 'A part of the check has no counterpart. It was kept as a comment in the setup code, which learners don’t see.');
  if (/\bhas_printout\b/.test(sct.code)) context.note(place, 'has_printout() became output_equals(), which compares all of the output.');
  const fields: CodeExercise['fields'] = {
    instructions_markdown: markdown('instructions'),
    hint_markdown: markdown('hint'),
    success_markdown: translated.success,
    setup_code: setupCode(isOtherLanguage ? '' : before.code, kept),
    ...(translated.checks.length > 0 && { custom_check_code: `${translated.checks.join('\n')}\n` }),
    ...(r && r.compared.length > 0 && { dynamic_answer: true }),
    ...(r?.output !== undefined && r.output !== null && { check_val: `/${r.output}/`, check_scope: 'stdout' as const }),
  };
  const initial = codeOf(sections.get('sample_code') ?? []).code;
  const exercise = { initial, fields, ...(r && r.compared.length > 0 && { compared: r.compared }) };
  return [{ kind: 'cells', cells: [exerciseCell(place, language, codeOf(sections.get('solution') ?? []).code, exercise)] }];
}

/** Sections of which only the listing is read. Learners may not see the rest: it may be a part of the solution. */
const CODE_SECTIONS = ['pre_exercise_code', 'sample_code', 'solution', 'sct'];

function noteBesideCode(sections: ReadonlyMap<string, Line[]>, place: string, { note }: TutorialContext): void {
  for (const name of CODE_SECTIONS) {
    const lines = sections.get(name) ?? [];
    const at = lines.findIndex((line) => FENCE.test(line.text));
    const end = at < 0 ? 0 : endOfFence(lines, at, FENCE.exec(lines[at]?.text ?? '')?.[1] ?? '');
    const beside = textOf([...lines.slice(0, Math.max(at, 0)), ...lines.slice(end)]);
    if (beside !== '') note(place, `Text beside the code of ${name} was left out: ${beside.replace(/\s+/g, ' ').slice(0, 1_000)}`);
  }
}

function questionParts(
  sections: ReadonlyMap<string, Line[]>,
  { choice }: Translated,
  place: string,
  context: TutorialContext,
): TutorialPart[] {
  const source = textOf(sections.get('possible_answers') ?? sections.get('instructions') ?? []);
  const answers = itemsOf(source);
  const feedback = itemsOf(textOf(sections.get('feedback') ?? []));
  const options = answers.map((answer, index) => {
    const marked = /^\[([\s\S]+)\]$/.exec(answer)?.[1];
    return {
      label: marked ?? answer,
      valid: marked !== undefined || choice?.right === index + 1,
      feedback_message: choice?.messages[index] ?? feedback[index] ?? '',
      skill_uuid: null,
    };
  });
  const asked = ['question', ...(sections.has('possible_answers') ? ['instructions'] : [])].map((name) => textOf(sections.get(name) ?? []));
  if (options.length === 0) {
    context.note(place, 'A question without answers was kept as text.');
    return asked.filter((each) => each !== '').map((each) => ({ kind: 'cells', cells: [{ kind: 'text', place, source: each }] }));
  }
  if (!options.some(({ valid }) => valid)) context.note(place, 'The check doesn’t say which answer is right. Select it.');
  return [
    {
      kind: 'cells',
      cells: [
        questionCell(
          `${place} ${source}`,
          { question: asked.filter((each) => each !== '').join('\n\n'), select_type: 'single', options },
          context.note,
        ),
      ],
    },
  ];
}

const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .trim();

function itemsOf(markdown: string): string[] {
  const items: string[] = [];
  for (const line of markdown.split('\n')) {
    const item = /^(?:[-*+]|\d{1,3}[.)])[ \t]{1,10}(.*)$/.exec(line)?.[1];
    if (item !== undefined) items.push(item.trim());
    else if (items.length > 0 && line.trim() !== '') items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return items;
}

/** The code of the first listing in a section, with its language. */
function codeOf(lines: readonly Line[]): { code: string; label: string } {
  const at = lines.findIndex((line) => FENCE.test(line.text));
  if (at < 0) return { code: '', label: '' };
  const [, marks = '', info = ''] = FENCE.exec(lines[at]?.text ?? '') ?? [];
  const end = endOfFence(lines, at, marks);
  const code = textOf(lines.slice(at + 1, end - 1));
  return { code, label: /^[ {]*([\w-]+)/.exec(info)?.[1]?.toLowerCase() ?? '' };
}

function settingOf(settings: string, name: string): string {
  return new RegExp(`(?:^|[ \\t\\n])${name}[ \\t]{0,5}:[ \\t]{0,5}([\\w+-]{1,60})`).exec(settings)?.[1] ?? '';
}

function languageOf(settings: string, tasks: readonly Task[]): Language | null {
  const labels = tasks.flatMap(({ sections }) => ['solution', 'sample_code'].map((name) => codeOf(sections.get(name) ?? []).label));
  const label = settingOf(settings, 'lang') || (labels.find((each) => each !== '') ?? '');
  return languageNamed(label === 'shell' ? 'bash' : label);
}
