import { renderMarkdown } from '#content/markdown.ts';
import type { StoredScreen } from '#server/screens/service.ts';
import type { Problem } from './problem.ts';
import type { SnapshotScreen } from './snapshot.ts';
import { textProblems, type KnownImages } from './text-problems.ts';

/** A screen as it goes into a build, with what is wrong in its texts. */
export function renderScreen(
  { folder, fields, attached }: Pick<StoredScreen, 'folder' | 'fields' | 'attached'>,
  images: KnownImages,
): { screen: SnapshotScreen; problems: Problem[] } {
  const problems: Problem[] = [];
  const render = (where: string, source: string): string => {
    if (source.trim() === '') return '';
    const html = renderMarkdown(source, { imageAddress: (name) => images.mark + encodeURIComponent(name) });
    problems.push(...textProblems(where, html, images));
    return html;
  };
  const skillName = (uuid: string | null) => attached.skills.find((skill) => skill.uuid === uuid)?.name ?? null;
  const screen: SnapshotScreen = {
    folder,
    fields,
    body_html: render(fields.type === 'takeaways' ? 'Takeaways' : 'Learn', fields.body_markdown),
    instructions_html: render('Instructions', fields.instructions_markdown),
    hint_html: render('Hint', fields.hint_markdown),
    questions: attached.questions.map(({ question, select_type, options }, index) => {
      const where = `Question ${index + 1}`;
      return {
        question_html: render(where, question),
        select_type,
        options: options.map(({ label, feedback_message, valid, skill_uuid }) => ({
          label_html: render(where, label),
          feedback_html: render(where, feedback_message),
          valid,
          skill: skillName(skill_uuid),
        })),
      };
    }),
    skills: attached.skills.map(({ name, point_value }) => ({ name, point_value })),
    answer_output: attached.answer_output,
    answer_variables: attached.answer_variables,
  };
  return { screen, problems };
}
