import { use, useEffect, useState } from 'react';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { byHtmlName, LEARNER_MARKDOWN, type LearnerHtml, type LearnerMarkdown } from '#features/screens/contract/screen-texts.ts';
import type { QuestionFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { EditorImagesContext, type ImageAddress } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { renderPreview } from '#platform/web/ui/markdown-editor/preview-renderer.ts';
import { askedSources, askUnsaved } from './unsaved-question.ts';

/** Markdown of a screen. */
export interface ScreenTexts {
  readonly fields: Pick<ScreenFields, LearnerMarkdown>;
  readonly questions: readonly QuestionFields[];
}

/** The markdown of a screen, and of its questions without their feedback, which is rendered when it is needed. */
function sourcesOf({ fields, questions }: ScreenTexts): string[] {
  return [...new Set([...LEARNER_MARKDOWN.map((field) => fields[field]), ...questions.flatMap(askedSources)])].filter(
    (text) => text.trim() !== '',
  );
}

type RenderedTexts = Pick<PreviewScreen, LearnerHtml | 'questions'>;

/** The texts of a screen as learners see them. `screenId`: where other screens follow. Earlier ones of it stay until later ones are rendered; null: none are yet. */
export function useRenderedTexts({ fields, questions }: ScreenTexts, screenId = 0): RenderedTexts | null {
  const images = use(EditorImagesContext)?.address ?? null;
  const [shown, setShown] = useState<{ of: number; texts: RenderedTexts } | null>(null);
  // Compared as text: values that are the same are no reason to render once more.
  const texts = JSON.stringify({ fields: Object.fromEntries(LEARNER_MARKDOWN.map((field) => [field, fields[field]])), questions });
  useEffect(() => {
    const outdated = new AbortController();
    void renderTexts(JSON.parse(texts) as ScreenTexts, images, outdated.signal).then((rendered) => {
      if (!outdated.signal.aborted) setShown({ of: screenId, texts: rendered });
    });
    return () => outdated.abort();
  }, [screenId, texts, images]);
  return shown?.of === screenId ? shown.texts : null;
}

async function renderTexts(texts: ScreenTexts, images: ImageAddress | null, signal: AbortSignal): Promise<RenderedTexts> {
  const sources = sourcesOf(texts);
  const rendered = await Promise.all(sources.map((source) => renderPreview(source, images, signal)));
  const html = new Map(sources.map((source, index) => [source, rendered[index] ?? NO_HTML]));
  const htmlOf = (source: string) => html.get(source) ?? NO_HTML;
  return {
    ...byHtmlName(LEARNER_MARKDOWN, (field) => htmlOf(texts.fields[field])),
    questions: texts.questions.map((question) => askUnsaved(question, htmlOf)),
  };
}
