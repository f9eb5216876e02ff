import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { coursePathsQuery } from './course-api.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './curricula.module.css';

/** The paths that have a course, as chips. They are no links for external authors, who do not see paths. */
export function CoursePaths({ courseId, hasLinks }: { courseId: number; hasLinks: boolean }) {
  const paths = useQuery(coursePathsQuery(courseId));
  if (paths.isError) return <ErrorBanner text={errorText(paths.error, MESSAGES.pathsFailed)} />;
  if (!paths.data) return null;
  return (
    <div className={classes.chips} role="group" aria-label="Paths">
      <span className={layout.dimmed}>{paths.data.length > 0 ? 'In the paths' : null}</span>
      {paths.data.length === 0 ? <span className={layout.dimmed}>{MESSAGES.noPaths}</span> : null}
      {paths.data.map(({ id, sequence, name, release_name }) => {
        const text = `${sequence} - ${name}`;
        return hasLinks ? (
          <Link key={id} to="/track/$trackId" params={{ trackId: id }} className={classes.chip ?? ''} title={release_name}>
            {text}
          </Link>
        ) : (
          <span key={id} className={classes.chip} title={release_name}>
            {text}
          </span>
        );
      })}
    </div>
  );
}
