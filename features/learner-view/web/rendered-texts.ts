import { use, useEffect, useState } from 'react';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import { byHtmlName, LEARNER_MARKDOWN, type LearnerHtml, type LearnerMarkdown } from '#features/screens/contract/screen-texts.ts';
import type { QuestionFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { displaySource, learnerSource } from '#features/screens/rules/learner-source.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { Language } from '#platform/contract/languages.ts';
import { EditorImagesContext, type ImageAddress } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { renderPreview } from '#platform/web/ui/markdown-editor/preview-renderer.ts';
import { askedSources, askUnsaved } from './unsaved-question.ts';

/** Markdown of a screen. */
export interface ScreenTexts {
  readonly fields: Pick<ScreenFields, LearnerMarkdown | 'type' | 'display_code'>;
  readonly questions: readonly QuestionFields[];
  /** Of the code; null: there is none. */
  readonly language: Language | null;
}

/** The markdown of a screen, and of its questions without their feedback, which is rendered when it is needed. */
function sourcesOf({ fields, questions, language }: ScreenTexts): string[] {
  return [
    ...new Set([
      ...LEARNER_MARKDOWN.map((field) => learnerSource(fields, field)),
      displaySource(fields, language),
      ...questions.flatMap((asked) => askedSources(asked, language)),
    ]),
  ].filter((text) => text.trim() !== '');
}

type RenderedTexts = Pick<PreviewScreen, LearnerHtml | 'questions' | 'display_html'>;

/** The texts of a screen as learners see them. `screenId`: where other screens follow. Earlier ones of it stay until later ones are rendered; null: none are yet. */
export function useRenderedTexts({ fields, questions, language }: ScreenTexts, screenId = 0): RenderedTexts | null {
  const images = use(EditorImagesContext)?.address ?? null;
  const [shown, setShown] = useState<{ of: number; texts: RenderedTexts } | null>(null);
  // Compared as text: values that are the same are no reason to render once more.
  const texts = JSON.stringify({
    fields: Object.fromEntries([...LEARNER_MARKDOWN, 'type' as const, 'display_code' as const].map((field) => [field, fields[field]])),
    questions,
    language,
  });
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
    ...byHtmlName(LEARNER_MARKDOWN, (field) => htmlOf(learnerSource(texts.fields, field))),
    display_html: html.get(displaySource(texts.fields, texts.language)),
    questions: texts.questions.map((question) => askUnsaved(question, texts.language, htmlOf)),
  };
}
