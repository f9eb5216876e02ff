import { createContext } from 'react';

/** The language of the rendered texts around here; null: not stated. */
export const TextLanguageContext = createContext<string | null>(null);
