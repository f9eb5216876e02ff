import { createContext } from 'react';

/** Whether the page shows nothing but the text: Markdown editors are then without toolbar and preview. */
export const FocusModeContext = createContext(false);
