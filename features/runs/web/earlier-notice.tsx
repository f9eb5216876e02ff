import { TextLink } from '#platform/web/ui/links.tsx';
import { EarlierErrors } from './earlier-errors.tsx';
import type { OutputSettings } from './output-settings.ts';
import type { RunView } from './run-state.ts';

/** Which code of earlier screens failed before the code of a run, with links to these screens. */
export function EarlierNotice({ run, settings: { lessonId, screenIds } }: { run: RunView; settings: OutputSettings }) {
  const link = (number: number, name: string) => {
    const screenId = screenIds[number - 1];
    if (screenId === undefined) return name;
    return (
      <TextLink to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(screenId) }} underline="always" inherit>
        {name}
      </TextLink>
    );
  };
  return <EarlierErrors errors={run.result?.earlier_errors} link={link} />;
}
