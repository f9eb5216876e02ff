import type { LessonContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { calculate } from '#features/questions/contract/kinds/formula.ts';
import { onlyNumber } from '#features/questions/contract/kinds/near.ts';
import type { QuestionTask, TaskOf } from '#features/questions/contract/kinds/tasks.ts';
import { toBase64 } from '#platform/content/to-base64.ts';
import type { XmlElement } from '#platform/content/xml/read-xml.ts';
import { writeXml, writeXmlElement, xmlElement, xmlLines } from '#platform/content/xml/write-xml.ts';
import { questionScreens } from './exported-questions.ts';
import { clozeHtml } from './moodle-cloze.ts';
import { imagesIn, questionHtml, type QuestionHtml } from './question-html.ts';

const FILES = '@@PLUGINFILE@@/';

/**
 * Writes the questions of a lesson as Moodle's XML, in a category with the title of the lesson. Images are embedded.
 *
 * @param images bytes by the names that they have in the export
 */
export function writeMoodle(lesson: LessonContent, title: string, images: ReadonlyMap<string, Uint8Array>): string {
  const pen = new MoodlePen(
    questionHtml(lesson, false, (name) => FILES + encodeURIComponent(name)),
    images,
  );
  const questions = questionScreens(lesson).flatMap(({ title: name, text, questions: asked }) => [
    ...(text.trim() === '' ? [] : [pen.description(name, text)]),
    ...asked.map((each) => pen.question(each.title, each.question)),
  ]);
  return writeXml(xmlLines('quiz', {}, [pen.category(title), ...questions]));
}

class MoodlePen {
  readonly #html: QuestionHtml;
  readonly #images: ReadonlyMap<string, Uint8Array>;

  constructor(html: QuestionHtml, images: ReadonlyMap<string, Uint8Array>) {
    this.#html = html;
    this.#images = images;
  }

  category(title: string): XmlElement {
    const path = `$course$/top/${title.replaceAll('/', '//')}`;
    return xmlLines('question', { type: 'category' }, [xmlElement('category', {}, [xmlElement('text', {}, path)])]);
  }

  description(name: string, text: string): XmlElement {
    return this.#question('description', name, [this.#text('questiontext', text)], '0');
  }

  question(name: string, { question, select_type, options, task }: QuestionContent): XmlElement {
    if (task) return this.#question(TYPES[task.kind], name, this.#task(question, task));
    const rights = options.filter(({ valid }) => valid).length;
    const isSingle = select_type === 'single';
    const share = (valid: boolean) => (valid ? (isSingle ? '100' : shareOf(rights)) : isSingle ? '0' : '-100');
    return this.#question('multichoice', name, [
      this.#text('questiontext', question),
      xmlElement('single', {}, String(isSingle)),
      xmlElement('shuffleanswers', {}, 'false'),
      xmlElement('answernumbering', {}, 'none'),
      ...options.map(({ label, valid, feedback_message }) =>
        xmlLines('answer', { fraction: share(valid), format: 'html' }, [...this.#texts(label), this.#text('feedback', feedback_message)]),
      ),
    ]);
  }

  #question(type: string, name: string, content: readonly XmlElement[], grade = '1'): XmlElement {
    return xmlLines('question', { type }, [
      xmlElement('name', {}, [xmlElement('text', {}, name)]),
      ...content,
      xmlElement('defaultgrade', {}, grade),
      xmlElement('penalty', {}, '0'),
      xmlElement('hidden', {}, '0'),
    ]);
  }

  #task(question: string, task: QuestionTask): XmlElement[] {
    const text = this.#text('questiontext', question);
    switch (task.kind) {
      case 'text':
        return [text, ...this.#textTask(task)];
      case 'number':
        return [text, ...this.#numberTask(task)];
      case 'match':
        return [text, xmlElement('shuffleanswers', {}, 'true'), ...this.#pairs(task)];
      case 'order':
        return [text, ...this.#lines(task)];
      case 'blanks':
        return [this.#text('questiontext', question, clozeHtml(task, this.#html))];
      case 'predict':
        return [text];
    }
  }

  #textTask({ answers, feedback }: TaskOf<'text'>): XmlElement[] {
    const isCased = answers.length > 0 && answers.every(({ match }) => match === 'exact');
    return [
      xmlElement('usecase', {}, isCased ? '1' : '0'),
      ...answers.map(({ text, match }) => this.#answer('100', match === 'wildcards' ? text : text.replaceAll('*', '\\*'))),
      ...feedback.map(({ answer, message }) => this.#answer('0', answer.replaceAll('*', '\\*'), message)),
    ];
  }

  #numberTask({ value, tolerance, tolerance_type, unit, feedback }: TaskOf<'number'>): XmlElement[] {
    const right = onlyNumber(value) ?? calculate(value);
    const reach = (onlyNumber(tolerance) ?? 0) * (tolerance_type === 'relative' ? Math.abs(right ?? 0) : 1);
    const tolerated = (size: number) => xmlElement('tolerance', {}, String(Number(size.toPrecision(15))));
    return [
      this.#answer('100', String(right ?? value), '', [tolerated(reach)]),
      ...feedback.map(({ answer, message }) => this.#answer('0', String(onlyNumber(answer) ?? answer), message, [tolerated(0)])),
      ...(unit.trim() === '' ? [] : unitElements(unit.trim())),
    ];
  }

  #pairs({ pairs, spares }: TaskOf<'match'>): XmlElement[] {
    const all = [...pairs, ...spares.map((right) => ({ left: '', right }))];
    return all.map(({ left, right }) =>
      xmlLines('subquestion', { format: 'html' }, [
        ...this.#texts(left),
        xmlElement('answer', {}, [xmlElement('text', {}, this.#html.line(right))]),
      ]),
    );
  }

  #lines({ lines, is_code }: TaskOf<'order'>): XmlElement[] {
    const written = (text: string) => writeXmlElement(xmlElement(is_code ? 'pre' : 'p', {}, text));
    return [
      xmlElement('layouttype', {}, 'VERTICAL'),
      xmlElement('selecttype', {}, 'ALL'),
      xmlElement('selectcount', {}, '0'),
      xmlElement('gradingtype', {}, 'ALL_OR_NOTHING'),
      xmlElement('showgrading', {}, 'SHOW'),
      ...lines
        .filter(({ text }) => text.trim() !== '')
        .map(({ text }, at) => xmlLines('answer', { fraction: String(at + 1), format: 'html' }, [xmlElement('text', {}, written(text))])),
    ];
  }

  #answer(fraction: string, text: string, feedback = '', more: readonly XmlElement[] = []): XmlElement {
    return xmlLines('answer', { fraction, format: 'plain_text' }, [
      xmlElement('text', {}, text),
      ...more,
      this.#text('feedback', feedback),
    ]);
  }

  #text(name: string, markdown: string, more = ''): XmlElement {
    return xmlLines(name, { format: 'html' }, this.#texts(markdown, more));
  }

  /** The text of an element, and the images in it. */
  #texts(markdown: string, more = ''): XmlElement[] {
    const elements = this.#html.html(markdown);
    const names = new Set(imagesIn(elements).flatMap((src) => (src.startsWith(FILES) ? decodeURIComponent(src.slice(FILES.length)) : [])));
    return [
      xmlElement('text', {}, elements.map(writeXmlElement).join('') + more),
      ...[...names].flatMap((name) => {
        const bytes = this.#images.get(name);
        return bytes ? [xmlElement('file', { name, path: '/', encoding: 'base64' }, toBase64(bytes))] : [];
      }),
    ];
  }
}

const TYPES: Readonly<Record<QuestionTask['kind'], string>> = {
  text: 'shortanswer',
  number: 'numerical',
  blanks: 'cloze',
  match: 'matching',
  order: 'ordering',
  predict: 'description',
};

/** Moodle knows only these shares, with five decimal places. */
function shareOf(rights: number): string {
  return String(Number((100 / rights).toFixed(5)));
}

/** Learners type the unit; without it, the answer is wrong. */
function unitElements(unit: string): XmlElement[] {
  return [
    xmlLines('units', {}, [xmlLines('unit', {}, [xmlElement('multiplier', {}, '1'), xmlElement('unit_name', {}, unit)])]),
    xmlElement('unitgradingtype', {}, '1'),
    xmlElement('unitpenalty', {}, '1'),
    xmlElement('showunits', {}, '0'),
    xmlElement('unitsleft', {}, '0'),
  ];
}
