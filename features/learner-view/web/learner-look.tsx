import type { ReactNode } from 'react';
import { languageAttributes } from '#platform/content/language-direction.ts';
import { TextLanguageContext } from '#platform/web/ui/markdown-editor/text-language.ts';
import shared from './shared.module.css';

interface LearnerLookProps {
  /** The language of the lesson's texts; null: not stated. */
  language: string | null;
  className?: string;
  /** Accessible name of a group; left out: it is none. */
  label?: string;
  children: ReactNode;
}

/**
 * Around everything that learners see: its look, and the direction of the lesson. The texts of the lesson say their language themselves: the
 * words of the page between them are English.
 */
export function LearnerLook({ language, className = '', label, children }: LearnerLookProps) {
  return (
    <TextLanguageContext value={language}>
      <div
        className={`${shared.look} ${className}`}
        data-template="learner"
        dir={languageAttributes(language).dir}
        role={label && 'group'}
        aria-label={label}
      >
        {children}
      </div>
    </TextLanguageContext>
  );
}
