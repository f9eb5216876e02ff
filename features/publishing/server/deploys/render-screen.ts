import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import { BUILT_MARKDOWN, renderAll } from '#features/screens/contract/screen-texts.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { renderWithinLimits } from '#platform/server/markdown/render-markdown.ts';
import type { DeployProblem } from './problem.ts';
import type { SnapshotScreen } from './snapshot.ts';
import { textProblems, type KnownImages } from './text-problems.ts';

/** A screen as it goes into a build, with the problems of its texts. */
export async function renderScreen(
  { uuid, folder, fields, attached }: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>,
  images: KnownImages,
  videoHosts: readonly string[],
): Promise<{ screen: SnapshotScreen; problems: DeployProblem[] }> {
  const problems: DeployProblem[] = [];
  const render = async (where: string, source: string): Promise<SafeHtml> => {
    if (source.trim() === '') return NO_HTML;
    const { html } = await renderWithinLimits(source, { imagesAt: images.mark, videoHosts, isAlone: true });
    problems.push(...textProblems(where, html, images));
    return html;
  };
  const skillName = (uuid: string | null) => attached.skills.find((skill) => skill.uuid === uuid)?.name ?? null;
  // One at a time, so that problems are in the order of the texts.
  const texts = await renderAll(BUILT_MARKDOWN, (field) => render(screenFieldLabel(field, fields.type) ?? field, fields[field]));
  const questions: SnapshotScreen['questions'] = [];
  for (const [index, { uuid, question, select_type, options, task, skill_uuid }] of attached.questions.entries()) {
    const where = `Question ${index + 1}`;
    const rendered: SnapshotScreen['questions'][number] = { question_html: await render(where, question), select_type, options: [] };
    if (task) Object.assign(rendered, await renderTask(task, (text) => render(where, text)), { skill: skillName(skill_uuid), seed: uuid });
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
    questions,
    skills: attached.skills.map(({ name, point_value }) => ({ name, point_value })),
    answer_output: attached.answer_output,
    answer_variables: attached.answer_variables,
  };
  return { screen, problems };
}

/** The Markdown texts of a task, rendered, by path. */
async function renderTask(
  task: QuestionTask,
  render: (text: string) => Promise<SafeHtml>,
): Promise<Pick<SnapshotScreen['questions'][number], 'task' | 'html'>> {
  const html: Record<string, SafeHtml> = {};
  for (const { path, format, text } of kindOf(task).texts(task)) if (format === 'markdown') html[path] = await render(text);
  return { task, html };
}
