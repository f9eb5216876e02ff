import { SafeMarkup } from '#platform/web/ui/markdown-editor/safe-markup.tsx';
import classes from './pull-requests.module.css';

/** Renders HTML that the server sanitized (platform/content/markdown.ts). */
export function SafeBlock({ html }: { html: string }) {
  return <SafeMarkup html={html} className={classes.prose} />;
}
