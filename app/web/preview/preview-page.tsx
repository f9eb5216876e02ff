import { useEffect, useState } from 'react';
import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { learnerApi, failure, token, visitor } from './calls.ts';
import { LessonPage } from './lesson-page.tsx';
import shared from '#features/learner-view/web/shared.module.css';
import classes from './preview-page.module.css';

/** Dispatched when the lesson has changed while it is shown, by a script of `lessonwright preview`. */
const CHANGED = 'lesson-changed';

type Loaded = { readonly lesson: PreviewLesson } | { readonly error: string } | null;

/** `/preview/{token}`: a build of a lesson as its learner sees it. */
export function PreviewPage() {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    let leaving = new AbortController();
    const load = () => {
      leaving.abort();
      const { signal } = (leaving = new AbortController());
      learnerApi.getPreview({ params: { token }, query: { visitor } }, { signal }).then(
        (lesson) => {
          if (!signal.aborted) setLoaded({ lesson });
        },
        (error: unknown) => {
          if (!signal.aborted) setLoaded({ error: failure(error) });
        },
      );
    };
    load();
    globalThis.addEventListener(CHANGED, load);
    return () => {
      globalThis.removeEventListener(CHANGED, load);
      leaving.abort();
    };
  }, []);

  if (loaded === null) {
    return (
      <main className={classes.middle} aria-busy="true">
        <p role="status">Loading the lesson…</p>
      </main>
    );
  }
  if ('error' in loaded) {
    return (
      <main className={classes.middle}>
        <h1>This lesson cannot be shown</h1>
        <p role="alert">{loaded.error}</p>
        <button type="button" className={shared.button} onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    );
  }
  return <LessonPage key={codeOf(loaded.lesson)} lesson={loaded.lesson} />;
}

/** A change of the initial code remounts the page. The tab keeps what was typed. */
function codeOf({ screens }: PreviewLesson): string {
  return JSON.stringify(screens.map(({ type, initial_code, inputs }) => [type, initial_code, inputs]));
}
