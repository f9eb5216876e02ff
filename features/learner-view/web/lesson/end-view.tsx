import { useState, type Ref } from 'react';
import type { PreviewGrade, PreviewLesson } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { useStore } from '#platform/web/use-store.ts';
import { type Submission, useLearnerCalls } from '../learner-calls.ts';
import { answerTo, type Progress, type ProgressKeeper, tasksOf } from '../progress.ts';
import { useTextAttributes } from '../use-text-attributes.ts';
import { triesAfter, type HandedIn } from './handed-in.ts';
import shared from '../shared.module.css';

interface EndProps {
  lesson: PreviewLesson;
  progress: ProgressKeeper;
  handedIn: HandedIn;
  heading: Ref<HTMLHeadingElement>;
  onGo: (number: number) => void;
}

/** The end of a lesson. */
export function EndView(props: EndProps) {
  return props.lesson.is_assessment ? <AssessmentEnd {...props} /> : <LessonEnd {...props} />;
}

/** The screens that are left. */
function LessonEnd({ lesson, progress: { now: progress }, heading, onGo }: EndProps) {
  const { title, screens, objectives } = lesson;
  const attributes = useTextAttributes();
  const left = screens.flatMap((screen, index) => (progress.done.includes(index + 1) ? [] : [{ number: index + 1, title: screen.title }]));
  const done = screens.length - left.length;
  return (
    <article className={shared.reading}>
      <h1 className={shared.heading} ref={heading} tabIndex={-1}>
        {left.length === 0 ? 'You’re done' : `${done} of ${screens.length} done`}
      </h1>
      <section className={shared.part}>
        {left.length === 0 ? (
          <p>
            You’ve finished all {screens.length === 1 ? '' : `${screens.length} `}screens of {title === '' ? 'this lesson' : `“${title}”`}.
          </p>
        ) : (
          <>
            <p>{left.length === 1 ? 'One screen is left:' : `${left.length} screens are left:`}</p>
            <ul>
              {left.map((screen) => (
                <li key={screen.number}>
                  <ScreenLink {...screen} onGo={onGo} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {left.length > 0 || objectives.length === 0 ? null : (
        <section className={shared.part}>
          <h2>What you can do now</h2>
          <ul>
            {objectives.map((objective, index) => (
              <li key={index} {...attributes}>
                {objective}
              </li>
            ))}
          </ul>
        </section>
      )}
      <WhatIsNext next={lesson.next} />
    </article>
  );
}

/** Where the lesson leads. The link of this lesson opens no other. */
function WhatIsNext({ next: { lesson, assessment } }: Pick<PreviewLesson, 'next'>) {
  if (lesson === null && assessment === null) return null;
  return (
    <section className={shared.part}>
      <h2>What’s next</h2>
      <ul>
        {assessment === null ? null : (
          <li>
            Find out what you remember: assessment {assessment.sequence}, “<bdi>{assessment.title}</bdi>”
          </li>
        )}
        {lesson === null ? null : (
          <li>
            Continue with “<bdi>{lesson.course}</bdi>”: lesson {lesson.sequence}, “<bdi>{lesson.title}</bdi>”
          </li>
        )}
      </ul>
      <p className={shared.status}>This link opens only this lesson. Open the next one where you found this one, or ask for its link.</p>
    </section>
  );
}

function ScreenLink({ number, title, onGo }: { number: number; title: string; onGo: EndProps['onGo'] }) {
  return (
    <a
      className={shared.link}
      href={`#${number}`}
      onClick={(event) => {
        event.preventDefault();
        onGo(number);
      }}
    >
      {title === '' ? `Screen ${number}` : `${number}. ${title}`}
    </a>
  );
}

/** Unanswered screens, Hand in, and the result by skill. */
function AssessmentEnd({ lesson, progress, handedIn, heading, onGo }: EndProps) {
  const calls = useLearnerCalls();
  const { grade, done } = progress.now;
  const triesLeft = triesAfter(useStore(handedIn), lesson);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const open = lesson.screens.flatMap((screen, index) =>
    tasksOf(screen, lesson).length > 0 && !done.includes(index + 1) ? [{ number: index + 1, title: screen.title }] : [],
  );

  const handIn = async () => {
    if (calls.grade === null || triesAfter(handedIn.refresh(), lesson) === 0) return;
    setIsBusy(true);
    setError(null);
    try {
      const result = await calls.grade(submissionOf(progress.now));
      handedIn.count();
      progress.handIn(result);
    } catch (failed) {
      setError(calls.errorText(failed));
    }
    setIsBusy(false);
  };

  const tryAgain = () => {
    progress.tryAgain();
    onGo(1);
  };

  return (
    <article className={shared.reading}>
      <h1 className={shared.heading} ref={heading} tabIndex={-1}>
        Result
      </h1>
      {calls.grade === null ? (
        <section className={shared.part}>
          <p>Learners hand in here. To try it, deploy the lesson and press Open preview.</p>
        </section>
      ) : grade === null && triesLeft === 0 ? (
        <section className={shared.part}>
          <p>
            You have no tries left: this assessment was handed in before, in this browser. Its result is in the tab where you handed it in,
            as long as that is open.
          </p>
        </section>
      ) : grade === null ? (
        <section className={shared.part}>
          {open.length === 0 ? (
            <p>You’ve answered everything. Hand in to see how you did.</p>
          ) : (
            <>
              <p>These screens aren’t answered yet. Unanswered screens count as wrong.</p>
              <ul>
                {open.map((screen) => (
                  <li key={screen.number}>
                    <ScreenLink {...screen} onGo={onGo} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {triesLeft === null ? null : <p>{triesText(triesLeft)}</p>}
          <button type="button" className={shared.button} data-first="" disabled={isBusy} onClick={() => void handIn()}>
            {open.length === 0 ? 'Hand in' : `Hand in with ${open.length} unanswered`}
          </button>
        </section>
      ) : (
        <>
          <Grade grade={grade} lesson={lesson} onGo={onGo} />
          <WhatIsNext next={lesson.next} />
          <div className={`${shared.buttons} ${shared.inset}`}>
            {triesLeft === 0 ? null : (
              <button type="button" className={shared.button} onClick={tryAgain}>
                Try again from the start
              </button>
            )}
            {triesLeft === null ? null : <span>{triesText(triesLeft)}</span>}
          </div>
        </>
      )}
      {error === null ? null : (
        <p className={shared.said} data-right="false" role="alert">
          {error}
        </p>
      )}
    </article>
  );
}

function triesText(left: number): string {
  if (left === 0) return 'You have no tries left.';
  return left === 1 ? 'You have 1 try left.' : `You have ${left} tries left.`;
}

function Grade({ grade, lesson, onGo }: { grade: PreviewGrade; lesson: PreviewLesson; onGo: EndProps['onGo'] }) {
  return (
    <section className={shared.part} role="status">
      <h2>
        {grade.right} of {grade.total} screens are correct
      </h2>
      {grade.skills.length === 0 ? null : (
        <div className={shared.table} {...KEYBOARD_SCROLL} role="region" aria-label="Skills">
          <table>
            <thead>
              <tr>
                <th scope="col">Skill</th>
                <th scope="col">Points</th>
                <th scope="col">Of</th>
              </tr>
            </thead>
            <tbody>
              {grade.skills.map(({ name, points, of }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td data-number="">{points}</td>
                  <td data-number="">{of}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ul>
        {grade.screens.map(({ screen, is_correct }) => (
          <li key={screen}>
            <ScreenLink number={screen} title={lesson.screens[screen - 1]?.title ?? ''} onGo={onGo} />:{' '}
            {is_correct ? 'correct' : 'not correct'}
          </li>
        ))}
      </ul>
      {grade.review === null ? null : (
        <p>
          Go back to lesson {grade.review.sequence}
          {grade.review.title === null ? '' : `, “${grade.review.title}”,`} to review what wasn’t correct. The screens above show the
          feedback.
        </p>
      )}
    </section>
  );
}

function submissionOf(progress: Progress): Submission {
  const answered = new Set([...Object.keys(progress.picked), ...Object.keys(progress.given)]);
  return {
    answers: [...answered].map((key) => {
      const [screen = 0, question = 0] = key.split('/').map(Number);
      const { picked, given } = answerTo(progress, screen, question);
      return { screen, question, picked: [...picked], given: [...given] };
    }),
    runs: Object.entries(progress.runs).map(([screen, run_id]) => ({ screen: Number(screen), run_id })),
  };
}
