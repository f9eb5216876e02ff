import { counted } from '#platform/contract/counted.ts';
import { isGap, type SkillCell, type SkillCourse, type SkillMatrix } from '../rules/skill-matrix.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './library.module.css';

/** Skills against courses. Gaps have a word and a color. */
export function SkillsTable({ matrix: { courses, rows, isAssessed } }: { matrix: SkillMatrix }) {
  return (
    // The keyboard scrolls it, too: it is wider than the window with many courses.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scrolled} role="region" aria-label="Skills and courses" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            {courses.map(({ sequence, name }, at) => (
              <th key={sequence} scope="col" className={classes.course}>
                {sequence === null ? null : `${sequence} `}
                {name}
                {sequence === null || isAssessed[at] ? null : <span className={classes.gap}>{MESSAGES.nothingAssessed}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ skill, cells }) => (
            <tr key={skill}>
              <th scope="row">{skill}</th>
              {courses.map((course, at) => (
                <Cell key={course.sequence} course={course} cell={cells[at]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ course, cell }: { course: SkillCourse; cell: SkillCell | undefined }) {
  if (cell === undefined || cell.screens + cell.lessons === 0) return <td className={layout.dimmed}>–</td>;
  const { screens, questions, lessons } = cell;
  if (isGap(course, cell))
    return (
      <td className={classes.missing}>
        <span className={classes.gap}>Not assessed</span>
        <span className={classes.note}>{counted(lessons, 'lesson')}</span>
      </td>
    );
  return (
    <td>
      {screens === 0 ? null : (
        <>
          {counted(screens, 'screen')}
          {questions === 0 ? null : `, ${counted(questions, 'question')}`}
        </>
      )}
      {lessons === 0 ? null : <span className={classes.note}>{counted(lessons, 'lesson')}</span>}
    </td>
  );
}
