import { codeListings } from '#features/questions/contract/kinds/code-listings.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { SCREEN_FIELD_LABELS, screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import { BUILT_MARKDOWN, renderAll } from '#features/screens/contract/screen-texts.ts';
import { displaySource, learnerSource } from '#features/screens/rules/learner-source.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { directionOfLanguage } from '#platform/content/language-direction.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { renderWithinLimits } from '#platform/server/markdown/render-markdown.ts';
import type { DeployProblem } from './problem.ts';
import type { SnapshotScreen } from './snapshot.ts';
import { textProblems, type KnownImages } from './text-problems.ts';

interface RenderOptions {
  readonly videoHosts: readonly string[];
  readonly textLanguage: string | null;
  /** Of the code. */
  readonly language: Language | null;
  /** The texts of earlier draws of the screen, rendered. Most name no value, so they are the same in each draw. */
  readonly rendered: Map<string, SafeHtml>;
}

/** A screen as it goes into a build, with the problems of its texts. Those of a text that was rendered before were reported then. */
export async function renderScreen(
  { uuid, folder, fields, attached }: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>,
  images: KnownImages,
  { videoHosts, textLanguage, language, rendered: known }: RenderOptions,
): Promise<{ screen: SnapshotScreen; problems: DeployProblem[] }> {
  const problems: DeployProblem[] = [];
  const direction = directionOfLanguage(textLanguage);
  const render = async (where: string, source: string): Promise<SafeHtml> => {
    if (source.trim() === '') return NO_HTML;
    const key = `${where}\0${source}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { html, isFinal } = await renderWithinLimits(source, { imagesAt: images.mark, videoHosts, isAlone: true, direction });
    if (isFinal) known.set(key, html);
    problems.push(...textProblems(where, html, images));
    return html;
  };
  const skillName = (uuid: string | null) => attached.skills.find((skill) => skill.uuid === uuid)?.name ?? null;
  // One at a time, so that problems are in the order of the texts.
  const texts = await renderAll(BUILT_MARKDOWN, (field) =>
    render(screenFieldLabel(field, fields.type) ?? field, learnerSource(fields, field)),
  );
  const display = displaySource(fields, language);
  const display_html = await render(SCREEN_FIELD_LABELS.display_code, display);
  const questions: SnapshotScreen['questions'] = [];
  for (const [index, { uuid, question, select_type, options, task, skill_uuid }] of attached.questions.entries()) {
    const where = `Question ${index + 1}`;
    const rendered: SnapshotScreen['questions'][number] = { question_html: await render(where, question), select_type, options: [] };
    if (task)
      Object.assign(rendered, await renderTask(task, language, (text) => render(where, text)), {
        skill: skillName(skill_uuid),
        seed: uuid,
      });
    for (const { label, feedback_message, valid, skill_uuid } of options) {
      rendered.options.push({
        label_html: await render(where, label),
        feedback_html: await render(where, feedback_message),
        valid,
        skill: skillName(skill_uuid),
      });
    }
    questions.push(rendered);
  }
  const screen: SnapshotScreen = {
    uuid,
    folder,
    fields,
    ...texts,
    ...(display !== '' && { display_html }),
    questions,
    skills: attached.skills.map(({ name, point_value }) => ({ name, point_value })),
    answer_output: attached.answer_output,
    answer_variables: attached.answer_variables,
  };
  return { screen, problems };
}

/** The Markdown texts of a task and the code that learners read, rendered, by path. */
async function renderTask(
  task: QuestionTask,
  language: Language | null,
  render: (text: string) => Promise<SafeHtml>,
): Promise<Pick<SnapshotScreen['questions'][number], 'task' | 'html'>> {
  const html: Record<string, SafeHtml> = {};
  for (const { path, format, text } of kindOf(task).texts(task)) if (format === 'markdown') html[path] = await render(text);
  for (const [path, source] of Object.entries(codeListings(task, language))) html[path] = await render(source);
  return { task, html };
}
