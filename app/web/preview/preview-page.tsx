import { useEffect, useState } from 'react';
import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { learnerApi, failure, token, visitor } from './calls.ts';
import { LessonPage } from './lesson-page.tsx';
import shared from '#features/learner-view/web/shared.module.css';
import classes from './preview-page.module.css';

type Loaded = { readonly lesson: PreviewLesson } | { readonly error: string } | null;

/** `/preview/{token}`: a build of a lesson as its learner sees it. */
export function PreviewPage() {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    const leaving = new AbortController();
    learnerApi.getPreview({ params: { token }, query: { visitor } }, { signal: leaving.signal }).then(
      (lesson) => {
        setLoaded({ lesson });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setLoaded({ error: failure(error) });
      },
    );
    return () => leaving.abort();
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
  return <LessonPage lesson={loaded.lesson} />;
}
