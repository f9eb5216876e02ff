import { diffRendered, type RenderedBlock } from '#platform/content/diff-blocks.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { markdownOptions, type RenderContext } from './render-context.ts';

declare module '../text-tasks/text-tasks.ts' {
  interface TextTasks {
    renderText: typeof renderText;
    diffTexts: typeof diffTexts;
  }
}

export function renderText(source: string, context: RenderContext): SafeHtml {
  return renderMarkdown(source, markdownOptions(context));
}

export function diffTexts(before: string | null, after: string | null, context: RenderContext): RenderedBlock[] {
  return diffRendered(before, after, markdownOptions(context));
}
