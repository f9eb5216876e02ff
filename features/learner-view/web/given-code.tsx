import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { RenderedCode } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';

interface GivenCodeProps {
  screen: Pick<PreviewScreen, 'display_code' | 'display_html'>;
  className: string | undefined;
}

/** Code that the learner reads, in the colors of code in texts. */
export function GivenCode({ screen: { display_code, display_html }, className }: GivenCodeProps) {
  return (
    <pre className={className} {...KEYBOARD_SCROLL} aria-label="Given code">
      {display_html === undefined ? display_code : <RenderedCode html={display_html} />}
    </pre>
  );
}
