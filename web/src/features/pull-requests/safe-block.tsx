import { SafeMarkup } from '#web/ui/markdown-editor/safe-markup.tsx';
import classes from './pull-requests.module.css';

/** Renders HTML that the server sanitized (content/src/markdown.ts). */
export function SafeBlock({ html }: { html: string }) {
  return <SafeMarkup html={html} className={classes.prose} />;
}
